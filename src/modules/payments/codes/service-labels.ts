import type { Offer } from "#src/modules/pricing/index.server.ts";

/** What a code counts for, as clients and admins read it. */
export const serviceNames: Readonly<Record<Offer, string>> = {
  "non-technical": "papers",
  technical: "technical papers",
  programming: "programming",
  calculations: "calculations",
  coursework: "coursework",
  quiz: "quizzes",
  test: "tests",
  custom: "custom orders",
};
const known: Readonly<Record<string, string>> = serviceNames;

/** The word of a service; a name that is none stays as it is. */
export const serviceName = (service: string): string => known[service] ?? service;
