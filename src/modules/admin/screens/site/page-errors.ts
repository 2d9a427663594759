import { counted } from "#src/shared/counted.ts";
import type { FieldError } from "#src/shared/outcome.ts";

const fieldNames: Readonly<Record<string, string>> = { label: "name", slug: "address", mayShow: "right to show" };

/** "line 13", or the field. */
const whereOf = ({ path, message }: FieldError): string =>
  (/^(?:Line|Question) \d+/.exec(message)?.[0] ?? `the ${fieldNames[path] ?? path}`).toLowerCase();

/** What keeps a draft from being published, in one sentence. */
export const wrongIn = (errors: readonly FieldError[]): string | null =>
  errors[0] ? `${counted(errors.length, "warning")} must be corrected: ${whereOf(errors[0])}.` : null;

/** What is wrong with fields of one value; lines of the text are named in its warnings. */
export const besideFields = (errors: readonly FieldError[]): Record<string, string> =>
  Object.fromEntries(errors.flatMap(({ path, message }) => (path === "text" ? [] : [[path, message]])));

export const comparedTitle = (version: number | null, drafted: boolean): string =>
  `${drafted ? "Your draft" : "The public text"} against ${version ? `version ${version}` : "the original text"}`;
