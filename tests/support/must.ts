import type { Outcome } from "#src/shared/outcome.ts";

/** The value of what must have been carried out; a refusal fails the test with its words. */
export const must = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
};
