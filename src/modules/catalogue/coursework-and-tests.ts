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

const live = {
  ask: "Can somebody take the test for me?",
  answer:
    "No. We do not sit tests, answer during an exam, or use your school account. What we do instead: a practice paper of the same kind, with each answer explained, before the day.",
};
const source = {
  ask: "Are these the questions of my real test?",
  answer:
    "No. They are newly written, from the topics that you name. Do not send questions from an exam that is still secret.",
};

type Paper = Pick<PublicService, "slug" | "name" | "item" | "summary" | "lede" | "preset"> & { extra: string };

const practice = ({ extra, ...texts }: Paper): PublicService => ({
  ...texts,
  family: "quizzes-tests",
  send: [
    "The topics, as exactly as your course names them",
    "An old task of the kind that you expect, if it is public",
    "How many questions and how much time the real paper has",
    "The date and hour you need it, in your own time zone",
  ],
  gets: [
    "Questions in the form of the real paper",
    "A worked answer for each question",
    extra,
    "A correction, if a question or an answer is wrong",
  ],
  questions: [live, source],
});

const test = (subject: string, difficulty: string, testType: string): PublicService["preset"] => ({
  service: "test",
  fields: { subject, difficulty, testType },
  hours: 72,
});

/** Quizzes and tests: practice papers with worked solutions. */
export const quizzesTests: readonly PublicService[] = [
  practice({
    slug: "quizzes",
    name: "Practice quizzes",
    item: "quiz",
    summary: "A short quiz for practice with worked answers, at one fixed price in every subject.",
    lede: "A short quiz for practice, in any subject, with a reason for each answer. One fixed price.",
    extra: "The reason why each wrong choice is wrong",
    preset: { service: "quiz", fields: {}, hours: 48 },
  }),
  practice({
    slug: "practice-tests",
    name: "Practice tests",
    item: "practice test",
    summary: "A full practice paper with worked solutions. The price depends on subject, difficulty and kind.",
    lede: "A full paper to practise with before the day, and worked solutions to learn from after it.",
    extra: "A list of topics to repeat, sorted by the points they give",
    preset: test("Mathematics", "intermediate", "practice"),
  }),
  practice({
    slug: "multiple-choice-tests",
    name: "Multiple-choice practice tests",
    item: "practice test",
    summary: "Multiple-choice practice with the reason for the right choice and for each wrong one.",
    lede: "Multiple-choice practice. You read why the right choice is right, and which mistake leads to each wrong one.",
    extra: "The mistake behind each wrong choice",
    preset: test("Psychology", "beginner", "multiple-choice"),
  }),
  practice({
    slug: "essay-tests",
    name: "Essay tests for practice",
    item: "practice test",
    summary: "Essay questions for practice, each with a plan and a model answer that fits the time.",
    lede: "Essay questions as they come in tests. Each has a plan for five minutes and a model answer that fits the time.",
    extra: "A plan for each answer before the answer itself",
    preset: test("English Literature", "intermediate", "essay"),
  }),
  practice({
    slug: "midterm-practice",
    name: "Midterm practice",
    item: "practice test",
    summary: "A practice midterm from the first half of your course, with worked solutions.",
    lede: "A practice midterm from the first half of your course. You see what you know while there is time to learn the rest.",
    extra: "A list of topics to repeat, sorted by the points they give",
    preset: test("Chemistry", "intermediate", "midterm"),
  }),
  practice({
    slug: "final-practice",
    name: "Final exam practice",
    item: "practice test",
    summary: "A practice final exam on the whole course, with worked solutions and a plan for the last days.",
    lede: "A practice paper on the whole course, with worked solutions and a plan for the last days.",
    extra: "A plan for the days that are left",
    preset: test("Calculus", "advanced", "final"),
  }),
  practice({
    slug: "certification-practice",
    name: "Certification practice",
    item: "practice test",
    summary: "Practice questions for a professional certificate, newly written from its public list of topics.",
    lede: "Practice questions for a professional certificate, newly written from its public list of topics.",
    extra: "The topic number behind each question",
    preset: test("Information Technology", "intermediate", "certification"),
  }),
];
