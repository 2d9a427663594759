import type { FieldError } from "#src/shared/outcome.ts";
import { readCount } from "#src/shared/typed-values.ts";
import { type InputMode, type InputReader, inputReader, type RawInput } from "./input-reader.ts";
import {
  type Difficulty,
  difficulties,
  fieldsOf,
  isKnownField,
  type OrderType,
  orderTypes,
  type ProjectSize,
  projectSizes,
  quoteFields,
  type Service,
  type Spacing,
  services,
  spacings,
} from "./names.ts";
import { currentNames, isRetired } from "./past-names.ts";
import { type DeadlineInput, readDeadline } from "./read-deadline.ts";
import { namesOf, type PricingTable, subjectsOf } from "./tables.ts";

export const PAGES = { least: 1, most: 500 } as const;
export const SOURCES = { least: 0, most: 500 } as const;

type Writing = {
  readonly subject: string;
  readonly pages: number;
  readonly spacing: Spacing;
  readonly citedSources: number;
};
type Work =
  | ({ readonly service: "non-technical"; readonly orderType: OrderType } & Writing)
  | ({ readonly service: "technical" } & Writing)
  | { readonly service: "programming"; readonly projectSize: ProjectSize; readonly projectType: string }
  | { readonly service: "calculations"; readonly course: string; readonly software: string; readonly pages: number }
  | { readonly service: "coursework"; readonly subject: string }
  | { readonly service: "quiz" }
  | { readonly service: "test"; readonly subject: string; readonly difficulty: Difficulty; readonly testType: string };

/** Everything a price needs, checked and completed with the defaults. `pages` of calculations is the quantity. */
export type QuoteInput = Work & DeadlineInput;

export type InputRules = {
  readonly mode: InputMode;
  readonly now: Date;
  readonly minimumLeadHours: Readonly<Record<Service, number>>;
  /** IANA zone for a typed date that came without one. */
  readonly defaultZone?: string | undefined;
  /** How many minutes a quote holds; without it the default. */
  readonly quoteMinutes?: number | undefined;
};

export type ReadInput =
  | { ok: true; input: QuoteInput; ignored: readonly string[] }
  | { ok: false; errors: readonly FieldError[] };

const readWriting = (reader: InputReader): Writing => ({
  subject: reader.required("subject"),
  pages: reader.count("pages", PAGES.least, PAGES.most),
  spacing: reader.choice("spacing", spacings, "double") ?? "double",
  citedSources: reader.count("citedSources", SOURCES.least, SOURCES.most, 0),
});

// A wrong choice is reported by the reader; the stand-in after ?? then never reaches a price.
const workReaders: Record<Service, (reader: InputReader, table: PricingTable) => Work> = {
  "non-technical": (reader) => ({
    service: "non-technical",
    orderType: reader.choice("orderType", orderTypes, "writing") ?? "writing",
    ...readWriting(reader),
  }),
  technical: (reader) => ({ service: "technical", ...readWriting(reader) }),
  programming: (reader, { technical: { programming } }) => ({
    service: "programming",
    projectSize: reader.choice("projectSize", projectSizes, "small") ?? "small",
    projectType: reader.choice("projectType", namesOf(programming.projectType)) ?? "",
  }),
  calculations: (reader, { technical: { calculations } }) => ({
    service: "calculations",
    course: reader.choice("course", namesOf(calculations.course)) ?? "",
    software: reader.choice("software", namesOf(calculations.software)) ?? "",
    pages: reader.count("pages", PAGES.least, PAGES.most, 1),
  }),
  coursework: (reader) => ({ service: "coursework", subject: reader.required("subject") }),
  quiz: () => ({ service: "quiz" }),
  test: (reader, { quizTests }) => ({
    service: "test",
    subject: reader.required("subject"),
    difficulty: reader.choice("difficulty", difficulties) ?? "beginner",
    testType: reader.choice("testType", namesOf(quizTests.testType)) ?? "",
  }),
};

const answered = (value: unknown, mode: InputMode): boolean =>
  value !== undefined && !(mode === "form" && typeof value === "string" && value.trim() === "");

const ignoredOf = (raw: RawInput, service: Service, mode: InputMode): string[] => {
  const used: readonly string[] = ["service", ...fieldsOf[service]];
  return Object.keys(raw).filter((name) => isKnownField(name) && !used.includes(name) && answered(raw[name], mode));
};

/**
 * Checks what a person or program sent and completes it. `ignored` names known fields that the service does not use.
 * Refuses with one error for each wrong field, `allowed` listing the choices where there are any.
 */
export const readQuoteInput = (table: PricingTable, sent: unknown, rules: InputRules): ReadInput => {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent))
    return { ok: false, errors: [{ path: "", message: "Send one object with the fields of the quote." }] };
  const raw: Record<string, unknown> = { ...sent };
  const reader = inputReader(raw, rules.mode);
  for (const name of Object.keys(sent)) if (!isKnownField(name)) reader.fail(name, "This field is not known here.");
  const service = reader.choice("service", services);
  if (service === undefined) return { ok: false, errors: reader.errors };
  Object.assign(raw, currentNames(table.names, service, raw));
  const work = workReaders[service](reader, table);
  if (isRetired(table.names, service, raw.subject))
    reader.fail("subject", "We do not offer this subject any more. Choose another one.", subjectsOf(table, service));
  const minimumLeadHours = rules.minimumLeadHours[service];
  const deadline = readDeadline(reader, { now: rules.now, minimumLeadHours, defaultZone: rules.defaultZone });
  if (reader.errors.length > 0) return { ok: false, errors: reader.errors };
  return { ok: true, input: { ...work, ...deadline }, ignored: ignoredOf(raw, service, rules.mode) };
};

/** The fields of a larger form that a quote reads; all others are left out. */
export const pickQuoteFields = (form: Iterable<readonly [string, unknown]>): Record<string, unknown> => {
  const known = quoteFields.map(String);
  return Object.fromEntries([...form].filter(([name]) => known.includes(name)));
};

const counted: readonly string[] = ["pages", "citedSources"];

/** The body of `POST /api/quotes` for the answers of a form: counts are numbers there. What cannot be read is sent as typed. */
export const quoteBody = (raw: Readonly<Record<string, string>>): string =>
  JSON.stringify(raw, (name, value: unknown) => {
    const count = counted.includes(name) && typeof value === "string" ? readCount(value) : null;
    return count?.ok ? count.value : value;
  });

/** A checked input as a program would send it: reading it again in `json` mode gives the same input. */
export const toRawInput = ({ deadline, zone, ...work }: QuoteInput): Record<string, string | number> => ({
  ...work,
  ...(deadline ? { deadline: deadline.toISOString() } : {}),
  ...(zone ? { deadlineZone: zone } : {}),
});
