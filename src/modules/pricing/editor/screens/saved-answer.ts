import { refusedForm } from "#src/platform/refused-form.ts";
import type { Refusal } from "#src/shared/outcome.ts";

/** What a page answers to prices that were not saved: `{ success: false, error }`, and the form as it was typed. */
export const answerTo = (refusal: Refusal, values: Record<string, string>) =>
  refusedForm(refusal, values, { success: false as const, error: refusal.message });
