import { type Offer, offers } from "#src/modules/pricing/index.server.ts";
import {
  type DeadlineInput,
  type InputMode,
  type InputReader,
  inputReader,
  PAGES,
  pickQuoteFields,
  quoteFields,
  readDeadline,
} from "#src/modules/pricing/index.ts";
import { isCountry } from "#src/shared/countries.ts";
import { type Found, judge, refusalOf } from "#src/shared/honest-use/judge.ts";
import type { FieldError } from "#src/shared/outcome.ts";
import { type AskedAnswers, askedFields, askedNames, isAsked } from "../domain/brief-fields.ts";
import { briefError } from "../domain/brief-rules.ts";
import { checklistError, checklistOf } from "../domain/checklist.ts";

const longestTitle = 200;
const ownFields = [
  "serviceType",
  "title",
  "instructions",
  "country",
  "fairUse",
  "age",
  ...askedNames,
  "checklist",
] as const;

/** Every field that an order form may send of the order itself. */
export const orderFormFields: readonly string[] = [...quoteFields, ...ownFields];

export type Sent = { mode: InputMode; fields: Readonly<Record<string, unknown>> };
/** `askPerson`: what a rule is certain of is no error, a person reads it. */
type SentForm = Sent & { askPerson?: boolean };

/** What an order asks for beside its price. */
export type OrderForm = {
  service: Offer;
  serviceType: string | null;
  title: string;
  instructions: string;
  country: string;
  asked: AskedAnswers;
  /** Null: the sender knows of none. Empty: it is made of what was ordered. */
  checklist: readonly string[] | null;
  /** The fields of the quote as they were sent. */
  forQuote: Record<string, unknown>;
};

/** A text of the form that a rule spoke about. */
export type Suspect = { field: string; text: string; found: Found };

/** `suspects`: texts that a rule spoke about, whether they are errors or not. */
export type ReadForm = { form: OrderForm; errors: readonly FieldError[]; suspects: readonly Suspect[] };

type Reading = { reader: InputReader; suspects: Suspect[]; askPerson: boolean };

/** Checks the order's own fields; keys that are no field of an order are errors, those that the server sets too. */
export const readOrderForm = ({ mode, fields, askPerson = false }: SentForm): ReadForm => {
  const reader = inputReader(fields, mode);
  const reading: Reading = { reader, askPerson, suspects: [] };
  const known: readonly string[] = [...ownFields, ...quoteFields];
  for (const name of Object.keys(fields)) if (!known.includes(name)) reader.fail(name, "This field is not known here.");
  const service = reader.choice("service", offers) ?? "custom";
  const form: OrderForm = {
    service,
    serviceType: readShort(reader, "serviceType", 80) ?? null,
    title: readTitle(reading),
    instructions: readHonest(reading, "instructions", readBrief(reader, "instructions")),
    country: readCountry(reader),
    asked: readAsked(reader, service),
    checklist: Object.hasOwn(fields, "checklist") ? readChecklist(reading) : null,
    forQuote: pickQuoteFields(Object.entries(fields)),
  };
  if (typeof fields.subject === "string") readHonest(reading, "subject", fields.subject);
  readConsent(reader, fields, "fairUse", "Accept the fair-use promise to continue.");
  readConsent(reader, fields, "age", "Say that you are 18 or older, or that a guardian agrees.");
  return { form, errors: reader.errors, suspects: reading.suspects };
};

const readAsked = (reader: InputReader, service: Offer): AskedAnswers =>
  Object.fromEntries(
    askedNames.map((name) => {
      const asks = isAsked(name, service) && reader.has(name);
      return [name, asks ? (reader.choice(name, Object.keys(askedFields[name].choices)) ?? null) : null];
    }),
  ) as AskedAnswers;

const readShort = (reader: InputReader, path: string, most: number): string | undefined => {
  const text = reader.text(path);
  if (text !== undefined && text.length > most) reader.fail(path, `Write at most ${most} characters.`);
  return text;
};

const readBrief = (reader: InputReader, path: string): string => {
  const before = reader.errors.length;
  const text = reader.text(path) ?? "";
  const wrong = reader.errors.length === before && briefError(path, text);
  if (wrong) reader.fail(path, wrong);
  return text;
};

const readTitle = (reading: Reading): string => {
  const { reader } = reading;
  const title = readBrief(reader, "title").trim();
  if (title.length > longestTitle) reader.fail("title", `Write at most ${longestTitle} characters.`);
  return readHonest(reading, "title", title);
};

/** What is not certain, and what a person is asked about, is no error: it is put to a person. */
const readHonest = ({ reader, suspects, askPerson }: Reading, path: string, text: string): string => {
  const found = judge(text);
  if (!found) return text;
  suspects.push({ field: path, text, found });
  const refusal = !askPerson && refusalOf(text, found, "If we misread it, you can ask a person on this page.");
  if (refusal) reader.fail(path, refusal);
  return text;
};

const readChecklist = (reading: Reading): readonly string[] => {
  const { reader } = reading;
  const text = reader.text("checklist") ?? "";
  const points = checklistOf(text);
  const wrong = checklistError(points);
  if (wrong) reader.fail("checklist", wrong);
  else readHonest(reading, "checklist", text);
  return points;
};

const readCountry = (reader: InputReader): string => {
  const before = reader.errors.length;
  const code = readBrief(reader, "country").toUpperCase();
  if (reader.errors.length === before && !isCountry(code)) reader.fail("country", "Choose a country from the list.");
  return code;
};

const yes: readonly unknown[] = [true, "on", "true", "yes"];
const readConsent = (reader: InputReader, fields: Sent["fields"], path: string, message: string): void => {
  if (!(Object.hasOwn(fields, path) && yes.includes(fields[path]))) reader.fail(path, message);
};

export type CustomWish = DeadlineInput & { subject: string | null; pages: number | null };
type CustomRules = { now: Date; minimumLeadHours: number; defaultZone?: string | undefined };

/** Optional facts of custom work before it has a price: subject, pages and a deadline. */
export const readCustomWish = (
  { mode, fields }: Sent,
  rules: CustomRules,
): { wish: CustomWish; errors: readonly FieldError[] } => {
  const reader = inputReader(fields, mode);
  const subject = readShort(reader, "subject", 200) ?? null;
  const pages = reader.has("pages") ? reader.count("pages", PAGES.least, PAGES.most) : null;
  return { wish: { subject, pages, ...readDeadline(reader, rules) }, errors: reader.errors };
};
