import { data } from "react-router";
import type { RefusedForm } from "#src/shared/outcome.ts";
import type { SavedPrices } from "../publish.ts";

/** What a page answers to prices that were not saved: `{ success: false, error }`, and the form as it was typed. */
export const answerTo = (refused: Extract<SavedPrices, { success: false }>, values: Record<string, string>) => {
  const { error, fields = [], stepUp } = refused;
  const errors = Object.fromEntries(fields.map(({ path, message }) => [path, message]));
  const form: RefusedForm = {
    errors,
    values,
    ...(fields.length === 0 && { message: error }),
    ...(stepUp && { stepUp }),
  };
  return data({ success: false as const, error, ...form }, { status: stepUp ? 403 : fields.length > 0 ? 422 : 409 });
};
