import type { Action } from "#src/modules/orders/index.ts";

/** The decisions in a dispute, for which its card has one form. */
const decideSteps = [
  "decide-complete",
  "decide-refund",
  "decide-resume",
  "decide-reassign",
] as const satisfies readonly Action[];
export type DecideStep = (typeof decideSteps)[number];

export const isDecideStep = (step: string): step is DecideStep => decideSteps.some((one) => one === step);

/** What the admin confirms for a decision without a refund; a refund is confirmed by its sum. */
export const decideTexts: Readonly<Record<DecideStep, string>> = {
  "decide-complete": "Accept the work",
  "decide-refund": "End the order without a refund",
  "decide-resume": "Let the writer continue",
  "decide-reassign": "Look for another writer",
};
