import type { Sample } from "./dataset.ts";

/** A sample with the logit it got from models that never saw it. */
export type Judged = { sample: Sample; logit: number };

/** Human texts below which a group or a source is not looked at alone. */
export const leastOfGroup = 60;

export const isLearner = ({ writer, source }: Sample): boolean =>
  /non-native/.test(writer) || source === "ellipse" || source === "herbold" || source === "rexshijaku";

/** What a human group is: texts of one source and kind. */
export const humanGroup = ({ source, domain }: Sample): string => `${source} ${domain}`;

/** Whether a text counts as personal, where it is one or not. */
export const isPersonal = ({ personal }: Sample): boolean => personal >= 0.5;
