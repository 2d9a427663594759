import type { Action } from "./lifecycle.ts";

const withEvidence: readonly string[] = [
  "open-dispute",
  "answer-dispute",
  "appeal-decision",
] satisfies readonly Action[];

/** Whether a step accepts evidence files. */
export const takesEvidence = (action: string): boolean => withEvidence.includes(action);
