import { type Refusal, stepUp } from "#src/shared/outcome.ts";
import { isFresh } from "#src/shared/viewer.ts";
import type { Work } from "./work.ts";

/**
 * For commands that a stolen session must not carry out: null when the person proved within ten minutes to be it,
 * else the refusal "step-up". The product itself passes; a guest is left to the command's own rule.
 */
export const mustBeFresh = ({ viewer, now }: Pick<Work, "viewer" | "now">): Refusal | null =>
  viewer.kind === "person" && !isFresh(viewer, now) ? stepUp() : null;
