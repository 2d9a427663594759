import { createHash } from "node:crypto";
import { hideCredentials, maskCredentials } from "#src/shared/honest-use/refusal.ts";
import type { OrderForm, Suspect } from "../placing/read-form.ts";

const longestSentence = 600;

/** The one that a person looks at first: what a rule was certain of, else the first. */
export const firstOf = (suspects: readonly Suspect[]): Suspect | undefined =>
  suspects.find(({ found }) => found.verdict === "refuse") ?? suspects[0];

/** The sentence as it is stored and shown, without anybody's log-in. */
export const sentenceOf = ({ text, found: { from, length } }: Suspect): string => {
  const words = text.slice(from, from + length).trim();
  return hideCredentials(words.length > longestSentence ? `${words.slice(0, longestSentence).trimEnd()}…` : words);
};

/** Names the texts that rules judge, so that what a person has read is known again. */
export const digestOfTexts = ({ title, instructions, checklist, forQuote }: OrderForm): string => {
  const { subject = "" } = forQuote;
  const texts = [title, instructions, ...(checklist ?? []), String(subject)].map((text) =>
    maskCredentials(text.replaceAll("\r\n", "\n").trim()),
  );
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex");
};

/** Every text of a record without log-ins. */
export const maskedTexts = <T extends Record<string, unknown>>(fields: T): T =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === "string" ? maskCredentials(value) : value]),
  ) as T;

/** The form without log-ins, as it is kept while a person reads it. */
export const maskedForm = (form: OrderForm): OrderForm => ({
  ...form,
  title: maskCredentials(form.title),
  instructions: maskCredentials(form.instructions),
  checklist: form.checklist?.map(maskCredentials) ?? null,
  forQuote: maskedTexts(form.forQuote),
});
