import type { Service } from "./names.ts";

/** The lists of the price table whose entries have names. */
export const nameLists = [
  "nonTech.subjects",
  "technical.writing.subjects",
  "technical.programming.projectType",
  "technical.calculations.course",
  "technical.calculations.software",
  "coursework.subjects",
  "quizTests.subjects",
  "quizTests.testType",
] as const;
export type NameList = (typeof nameLists)[number];

/** Names that a table had before: old links and programs still send them. */
export type PastNames = {
  readonly renamed: readonly (readonly [list: NameList, from: string, to: string])[];
  readonly retired: readonly (readonly [list: NameList, name: string])[];
};

const listsOf: Readonly<Record<Service, Readonly<Record<string, NameList>>>> = {
  "non-technical": { subject: "nonTech.subjects" },
  technical: { subject: "technical.writing.subjects" },
  programming: { projectType: "technical.programming.projectType" },
  calculations: { course: "technical.calculations.course", software: "technical.calculations.software" },
  coursework: { subject: "coursework.subjects" },
  quiz: {},
  test: { subject: "quizTests.subjects", testType: "quizTests.testType" },
};

/** The fields of `sent` whose entry has another name by now, under that name. */
export const currentNames = (
  names: PastNames | undefined,
  service: Service,
  sent: Readonly<Record<string, unknown>>,
): Record<string, string> => {
  const now: Record<string, string> = {};
  for (const [field, list] of Object.entries(listsOf[service])) {
    const found = names?.renamed.find(([in_, from]) => in_ === list && from === sent[field]);
    if (found) now[field] = found[2];
  }
  return now;
};

/** True for a subject that was sold once: it is refused, where an unknown one takes the price of other subjects. */
export const isRetired = (names: PastNames | undefined, service: Service, subject: unknown): boolean =>
  names?.retired.some(([list, name]) => list === listsOf[service].subject && name === subject) ?? false;
