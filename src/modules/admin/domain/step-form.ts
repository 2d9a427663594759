import {
  askFor,
  type FormField,
  pageForm,
  type QuoteLine,
  type QuoteOffer,
  quoteBounds,
  readHandover,
} from "#src/modules/orders/index.ts";
import { usdString } from "#src/shared/money.ts";
import { done, type FieldError, invalid, notFound, type Outcome } from "#src/shared/outcome.ts";
import { readAmount, readCount } from "#src/shared/typed-values.ts";
import { instantOf, isCalendarDate, isClockTime, isZone } from "#src/shared/zone.ts";

/** What was typed into the form of one step, by the field's own name. */
export type Typed = Readonly<Record<string, string>>;
type Raw = Record<string, unknown>;
type Reader = { typed: Typed; zone: string; errors: FieldError[] };

const typedText = (typed: Typed, name: string): string => typed[name]?.trim() ?? "";

const wrong = ({ errors }: Reader, path: string, message: string): undefined => {
  errors.push({ path, message });
};

/** An amount in dollars as cents; empty is none. */
const readCents = (reader: Reader, name: string): number | undefined => {
  const text = typedText(reader.typed, name);
  if (text === "") return undefined;
  const read = readAmount(text);
  return read.ok ? read.value : wrong(reader, name, read.message);
};

/** The instant of two fields, `<name>Date` and `<name>Time`; both empty is none. */
const readMoment = (reader: Reader, name: string): Date | undefined => {
  const [date, time] = [typedText(reader.typed, `${name}Date`), typedText(reader.typed, `${name}Time`)];
  if (date === "" && time === "") return undefined;
  const before = reader.errors.length;
  if (!isCalendarDate(date)) reader.errors.push({ path: `${name}Date`, message: "Choose a day." });
  if (!isClockTime(time)) reader.errors.push({ path: `${name}Time`, message: "Write the time as HH:MM." });
  if (reader.errors.length > before) return undefined;
  const instant = instantOf(date, time, reader.zone);
  if (instant) return instant;
  reader.errors.push({ path: `${name}Time`, message: "The clocks change then. Choose another time." });
  return undefined;
};

const bearers: readonly string[] = ["client", "writer", "operator"];
const oneOf = (reader: Reader, name: string, message: string): string | undefined => {
  const text = typedText(reader.typed, name);
  return bearers.includes(text) ? text : wrong(reader, name, message);
};

const handoverIn = (typed: Typed): Raw => {
  const { hasWork: _, counted: __, ...handover } = readHandover(typed, { hasWork: false });
  return handover;
};

const readSum = (reader: Reader, { name, ask }: { name: string; ask?: string }): Raw => {
  const cents = readCents(reader, name);
  const missing = cents === undefined && ask && !reader.errors.some(({ path }) => path === name);
  return { [name]: missing ? wrong(reader, name, ask) : cents };
};

type Readers = { [K in FormField["kind"]]: (reader: Reader, field: Extract<FormField, { kind: K }>) => Raw };

const readers: Readers = {
  change: () => ({}),
  counter: () => ({}),
  text: (reader, { name, optional }) => {
    const text = typedText(reader.typed, name);
    if (text === "" && !optional) wrong(reader, name, askFor(name));
    return { [name]: text };
  },
  line: ({ typed }, { name }) => ({ [name]: typedText(typed, name) }),
  date: ({ typed }, { name }) => ({ [name]: typedText(typed, name) || undefined }),
  cents: readSum,
  sum: readSum,
  moment: (reader, { name, optional }) => {
    const before = reader.errors.length;
    const at = readMoment(reader, name);
    if (!at && !optional && reader.errors.length === before) wrong(reader, `${name}Date`, "Choose a day.");
    return { [name]: at };
  },
  bearer: (reader, { onlyWith }) =>
    onlyWith && typedText(reader.typed, onlyWith) === ""
      ? {}
      : { bearer: oneOf(reader, "bearer", "Say who pays for it.") },
  writer: (reader) => ({
    writerId: typedText(reader.typed, "writerId"),
    writerDeadline: readMoment(reader, "writerDeadline"),
  }),
  work: ({ typed }) => ({
    text: typed.text ?? "",
    files: typed.files ?? "",
    note: typedText(typed, "note") || undefined,
    final: typed.final === "on",
    handover: handoverIn(typed),
  }),
  /** A refund is shown for each cause; the amount beside the chosen one is sent with the form. Unpaid orders have no cause. */
  cause: (reader) => {
    if (!("cause" in reader.typed || "seen-client" in reader.typed)) return {};
    const cause = oneOf(reader, "cause", "Choose who caused the cancellation.");
    return { cause, refundSeenCents: cause && reader.typed[`seen-${cause}`] };
  },
  refund: () => ({}),
};

const readField = <K extends FormField["kind"]>(reader: Reader, field: Extract<FormField, { kind: K }>): Raw =>
  readers[field.kind as K](reader, field);

/** What a filled form asks of its action; times are read in the admin's zone. Refuses invalid, by field. */
export const readStepForm = (action: string, typed: Typed, zone: string): Outcome<Raw> => {
  const form = pageForm(action, "A");
  if (!form) return notFound();
  const reader: Reader = { typed, zone, errors: [] };
  const raw = Object.assign({}, ...form.fields.map((field) => readField(reader, field)));
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined));
  return reader.errors.length > 0 ? invalid(reader.errors) : done(given);
};

/** The form's field for the path of a refusal: a moment is typed as a day and a time. */
export const stepField = (action: string, path: string): string => {
  if (path === "writer") return "writerId";
  const fields = pageForm(action, "A")?.fields ?? [];
  const moment = fields.some((field) => field.kind === "moment" && field.name === path) || path === "writerDeadline";
  return moment ? `${path}Date` : path;
};

/** How many parts of a price a form has fields for: as many as were sent, or were asked for, three at least. */
export const partsOf = (typed: Typed): number => {
  const sent = Object.keys(typed).flatMap((name) => /^what-(\d{1,2})$/.exec(name)?.[1] ?? []);
  const asked = Math.max(3, Number(typed.parts) || 0, ...sent.map((at) => Number(at) + 1));
  return Math.min(quoteBounds.lines, asked);
};

const readLines = (typed: Typed, errors: FieldError[]): QuoteLine[] => {
  const lines: QuoteLine[] = [];
  for (let at = 0; at < partsOf(typed); at += 1) {
    const [what, amount] = [(typed[`what-${at}`] ?? "").trim(), (typed[`amount-${at}`] ?? "").trim()];
    if (what === "" && amount === "") continue;
    const read = readAmount(amount);
    if (what === "") errors.push({ path: `what-${at}`, message: "Say what this part is." });
    if (what.length > quoteBounds.what)
      errors.push({ path: `what-${at}`, message: `Use at most ${quoteBounds.what} characters.` });
    if (!read.ok) errors.push({ path: `amount-${at}`, message: read.message });
    lines.push({ what, cents: read.ok ? read.value : 0 });
  }
  if (lines.length === 0) errors.push({ path: "what-0", message: "Name at least one part of the price." });
  return lines;
};

const readHours = (typed: Typed, errors: FieldError[]): number => {
  const hours = readCount(typed.validHours ?? "", { least: quoteBounds.leastHours, most: quoteBounds.mostHours });
  if (hours.ok) return hours.value;
  errors.push({ path: "validHours", message: hours.message });
  return 0;
};

/** The parts of the price, scope, validity, and the deadline by date, time and zone. Refuses invalid, by field. */
export const readQuoteForm = (typed: Typed): Outcome<QuoteOffer> => {
  const errors: FieldError[] = [];
  const lines = readLines(typed, errors);
  const cents = lines.reduce((all, line) => all + line.cents, 0);
  if (errors.length === 0 && cents === 0) errors.push({ path: "amount-0", message: "The price must be above zero." });
  const scope = (typed.scope ?? "").trim();
  if (scope === "") errors.push({ path: "scope", message: "Say what the price includes." });
  if (scope.length > 10_000) errors.push({ path: "scope", message: "Use at most 10,000 characters." });
  const zone = typed.zone ?? "";
  if (!isZone(zone)) errors.push({ path: "zone", message: "This time zone is not known. Choose one from the list." });
  const deadline = readMoment({ typed, zone: isZone(zone) ? zone : "UTC", errors }, "deadline");
  if (!deadline && !errors.some(({ path }) => path.startsWith("deadline")))
    errors.push({ path: "deadlineDate", message: "Choose the day of the deadline." });
  const validHours = readHours(typed, errors);
  return errors.length > 0 || !deadline
    ? invalid(errors)
    : { ok: true, value: { cents, scope, deadline, lines, validHours } };
};

const fieldOf: Readonly<Record<string, string>> = {
  quote: "what-0",
  "quote.cents": "amount-0",
  "quote.lines": "what-0",
  "quote.scope": "scope",
  "quote.deadline": "deadlineDate",
  "quote.validHours": "validHours",
};

/** The form's field for the path of a refusal. */
export const quoteField = (path: string): string => fieldOf[path] ?? path;

/** What the scope of a first quote begins with. */
export const scopeStart = (template: string, { title, pages }: { title: string; pages: number | null }): string =>
  template
    .replaceAll("{title}", () => title)
    .replaceAll("{pages}", () => (pages === null ? "to be agreed" : `${pages} ${pages === 1 ? "page" : "pages"}`));

const tidy = (text: string): string => text.replaceAll("\r\n", "\n").trim();

/** Whether a scope says nothing but what the template says. */
export const isScopeUntouched = (
  scope: string,
  template: string,
  order: { title: string; pages: number | null },
): boolean => tidy(template) !== "" && tidy(scope) === tidy(scopeStart(template, order));

/** What a part is called that nobody named. */
export const customWork = "Custom work";

/** The parts of a price with the guide price as the first; without one they stay. */
export const withGuide = (typed: Typed, cents: number | null): Record<string, string> => ({
  ...typed,
  ...(cents !== null && { "what-0": (typed["what-0"] ?? "").trim() || customWork, "amount-0": usdString(cents) }),
});
