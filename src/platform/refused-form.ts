import { data } from "react-router";
import { type Refusal, type RefusedForm, refusalStatus } from "#src/shared/outcome.ts";

/** A field of the form for the path of a refusal, where they differ. */
type FieldOf = (path: string) => string;

/** The field of a list, for a refusal of one of its values: "events.2" is shown at "events". */
export const fieldOfList: FieldOf = (path) => path.replace(/\..*/, "");

/**
 * What an action answers to a refused form: messages, what was typed, the refusal's status and the seconds to wait.
 * `more` is what this page needs besides.
 */
export function refusedForm<More extends object = object>(
  { code, fields = [], message, retryAfter, data: facts }: Refusal,
  values: Record<string, string> = {},
  more?: More,
  fieldOf: FieldOf = (path) => path,
) {
  const answer: RefusedForm = { errors: {}, values };
  for (const field of fields) answer.errors[fieldOf(field.path)] ??= field.message;
  if (fields.length === 0) answer.message = message;
  if (code === "step-up") answer.stepUp = true;
  if (typeof facts?.repeat === "string") answer.repeat = facts.repeat;
  const headers: HeadersInit = retryAfter ? { "retry-after": String(retryAfter) } : {};
  return data({ ...answer, ...more } as RefusedForm & More, { status: refusalStatus[code], headers });
}

/** The text fields of a form, line ends as they were typed: forms send two characters for each. */
export const textsIn = (form: FormData): Record<string, string> => {
  const texts: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") texts[name] = value.replaceAll("\r\n", "\n");
  return texts;
};

/** The fields that are sent as `<form>.<name>`, because several forms stand on one page, by their names. */
export const typedIn = (form: FormData, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(textsIn(form)).flatMap(([field, text]) =>
      field.startsWith(`${name}.`) ? [[field.slice(name.length + 1), text]] : [],
    ),
  );

export const textsOf = async (request: Request): Promise<Record<string, string>> => textsIn(await request.formData());
