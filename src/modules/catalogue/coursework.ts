import type { PublicService } from "./service.ts";

const plan = {
  ask: "What is in the price?",
  answer:
    "One course: model answers and explanations for its written tasks, one after the other. The price depends on the subject only. The deadline that you set is the end of the course and does not change the price.",
};
const login = {
  ask: "Can you log in to my course for me?",
  answer: "No. Never send us the name and password of your school account. Copy the tasks into your brief instead.",
};

type Group = Pick<PublicService, "slug" | "name" | "summary" | "lede"> & {
  subject: string;
  task: string;
  extra: string;
};

const group = ({ slug, name, summary, lede, subject, task, extra }: Group): PublicService => ({
  slug,
  family: "coursework",
  name,
  item: "course",
  summary,
  lede,
  send: [
    "The plan of the course: tasks, dates, and how they are marked",
    task,
    "What you find hard, so that we explain that first",
    "The end of the course, in your own time zone",
  ],
  gets: [
    "A model answer for each written task, with its explanation",
    extra,
    "The status of the work, step by step",
    "A revision, if an answer does not follow the task",
  ],
  questions: [plan, login],
  preset: { service: "coursework", fields: { subject }, hours: 720 },
});

/** Coursework: one price for a course, by subject. The groups follow what is taught together. */
export const coursework: readonly PublicService[] = [
  group({
    slug: "any-subject",
    name: "Coursework in any subject",
    summary: "One course, from the first task to the last: model answers with explanations, one price for the course.",
    lede: "One course, from the first task to the last. You get model answers with explanations, and one price for the whole course.",
    subject: "Others",
    task: "The texts of the tasks, as soon as you have them",
    extra: "A short list of what to learn before each task",
  }),
  group({
    slug: "engineering-computing",
    name: "Coursework in engineering and computing",
    summary: "Computer science, engineering and architecture: worked solutions, code with comments, design reasons.",
    lede: "Computer science, engineering and architecture. Worked solutions, code with comments, and the reasons behind a design.",
    subject: "Computer Science",
    task: "The texts of the tasks, and the languages or tools of the course",
    extra: "Code with comments, and how to run it",
  }),
  group({
    slug: "mathematics-science",
    name: "Coursework in mathematics and science",
    summary: "Mathematics, physics and statistics: each step on its own line, with units and a check.",
    lede: "Mathematics, physics and statistics. Each step is on its own line, with units and a check of the result.",
    subject: "Mathematics",
    task: "The problem sheets and the notation of your course",
    extra: "A second way to the answer where there is one",
  }),
  group({
    slug: "data-information-technology",
    name: "Coursework in data and information technology",
    summary: "Information technology and data science: queries, scripts and models that you can run again.",
    lede: "Information technology and data science. Queries, scripts and models that you can run again and explain.",
    subject: "Data Science",
    task: "The texts of the tasks, and links to the data",
    extra: "Scripts that run from the start, with comments",
  }),
  group({
    slug: "nursing-medicine",
    name: "Coursework in nursing and medicine",
    summary: "Care plans, case discussions and evidence summaries for students, with guidelines and studies cited.",
    lede: "Care plans, case discussions and summaries of evidence, written for students. Guidelines and studies are cited. It is for study, not for the care of real patients.",
    subject: "Nursing & Medicine",
    task: "The texts of the tasks, without data of real patients",
    extra: "The guideline or study behind each step",
  }),
  group({
    slug: "law",
    name: "Coursework in law",
    summary: "Problem questions and essays in law: issue, rule, application, conclusion, with the authorities.",
    lede: "Problem questions and essays: the issue, the rule, how it applies, and the conclusion, with the authorities. It is for study, not legal advice.",
    subject: "Law",
    task: "The texts of the tasks, and which country's law applies",
    extra: "Cases and statutes in the citation form of your school",
  }),
  group({
    slug: "humanities-social-sciences",
    name: "Coursework in humanities and social sciences",
    summary: "Literature, history, psychology and sociology: model answers that argue from the readings of the course.",
    lede: "Literature, history, psychology and sociology. Model answers that argue from the readings of your course.",
    subject: "History",
    task: "The texts of the tasks and the reading list",
    extra: "The passage of the reading behind each claim",
  }),
  group({
    slug: "business-media",
    name: "Coursework in business and media",
    summary: "Business, finance, media and communication: cases, figures and campaigns, explained step by step.",
    lede: "Business, finance, media and communication. Cases, figures and campaigns, explained step by step.",
    subject: "Business & Finance",
    task: "The texts of the tasks, the cases and the figures",
    extra: "Each calculation with its formula",
  }),
  group({
    slug: "design-arts",
    name: "Coursework in design and arts",
    summary: "Essays, critiques and project texts for design and arts courses, with works named and described.",
    lede: "Essays, critiques and the texts that go with a project. Works are named and described exactly.",
    subject: "Design & Arts",
    task: "The texts of the tasks, and links to the works",
    extra: "Questions to ask about your own work",
  }),
];
