import { askFor, type FormField, pageForm, readHandover } from "#src/modules/orders/index.ts";
import { done, type FieldError, invalid, notFound, type Outcome } from "#src/shared/outcome.ts";
import { readAmount } from "#src/shared/typed-values.ts";
import { instantOf, isCalendarDate, isClockTime } from "#src/shared/zone.ts";

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
export const readMoment = (reader: Reader, name: string): Date | undefined => {
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
