import type { Action } from "./lifecycle.ts";

const withEvidence: readonly string[] = [
  "open-dispute",
  "answer-dispute",
  "appeal-decision",
] satisfies readonly Action[];

/** Whether files can prove what is said with a step. */
export const takesEvidence = (action: string): boolean => withEvidence.includes(action);
