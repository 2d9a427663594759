import type { PublicService } from "./service.ts";

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
