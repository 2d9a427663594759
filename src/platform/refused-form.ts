import { data } from "react-router";
import { type Refusal, refusalStatus } from "#src/shared/outcome.ts";

/** A form that was refused, as its page shows it again. */
export type RefusedForm = {
  /** The first message of each wrong field, by the field's name. */
  errors: Record<string, string>;
  /** About the whole form, where no field is named. */
  message?: string;
  /** What was typed; never a password. */
  values: Record<string, string>;
  /** The sign-in is not fresh any more: confirming it is enough. */
  stepUp?: boolean;
};

/** A field of the form for the path of a refusal, where they differ. */
type FieldOf = (path: string) => string;

const refusedAnswer = (
  { code, fields = [], message }: Refusal,
  values: Record<string, string>,
  fieldOf: FieldOf = (path) => path,
): RefusedForm => {
  const errors: Record<string, string> = {};
  for (const field of fields) errors[fieldOf(field.path)] ??= field.message;
  return {
    errors,
    values,
    ...(fields.length === 0 && { message }),
    ...(code === "step-up" && { stepUp: true }),
  };
};

/**
 * What an action answers to a refused form: messages, everything typed, the refusal's status and the seconds to wait.
 * `more` is what this page needs besides.
 */
export function refusedForm<More extends object>(
  refusal: Refusal,
  values: Record<string, string>,
  more: More,
  fieldOf?: FieldOf,
) {
  const headers: HeadersInit = refusal.retryAfter ? { "retry-after": String(refusal.retryAfter) } : {};
  return data(
    { ...refusedAnswer(refusal, values, fieldOf), ...more },
    { status: refusalStatus[refusal.code], headers },
  );
}

/** The text fields of a form, line ends as they were typed: forms send two characters for each. */
export const textsOf = (form: FormData): Record<string, string> => {
  const texts: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") texts[name] = value.replaceAll("\r\n", "\n");
  return texts;
};
