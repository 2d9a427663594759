import type { Service } from "../domain/names.ts";

/** What people read for each service. */
export const serviceNames: Readonly<Record<Service, string>> = {
  "non-technical": "Papers",
  technical: "Technical",
  programming: "Programming",
  calculations: "Calculations",
  quiz: "Quizzes",
  test: "Tests",
  coursework: "Coursework",
};

/** What messages call the fields of the work, in the order of the page. */
export const workLabels: Readonly<Record<string, string>> = {
  subject: "Subject",
  orderType: "What do you need",
  pages: "Pages",
  citedSources: "Cited sources",
  spacing: "Line spacing",
  projectSize: "Size",
  projectType: "Kind of project",
  course: "Course",
  software: "Software",
  difficulty: "Difficulty",
  testType: "Kind of test",
  deadlineDate: "Date",
  deadlineTime: "Time",
  deadlineZone: "Time zone",
};
