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
