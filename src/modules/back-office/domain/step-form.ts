import type { Action } from "#src/modules/orders/index.ts";
import { parseUsd } from "#src/shared/money.ts";
import { type FieldError, invalid, type Outcome } from "#src/shared/outcome.ts";
import { instantOf, isCalendarDate, isClockTime } from "#src/shared/zone.ts";

/** The steps of the office that have a form on the order's page. */
export const deskSteps = [
  "assign",
  "accept-for-writer",
  "withdraw-offer",
  "hold",
  "deliver",
  "confirm-payment",
  "complete-unreached",
  "decide-complete",
  "decide-refund",
  "decide-resume",
  "decide-reassign",
  "open-dispute",
  "reassign",
  "cancel",
] as const satisfies readonly Action[];
export type DeskStep = (typeof deskSteps)[number];
export const isDeskStep = (text: string): text is DeskStep => deskSteps.some((step) => step === text);

/** What was typed into the form of one step, by the field's own name. */
export type Typed = Readonly<Record<string, string>>;
type Raw = Record<string, unknown>;
type Reader = { typed: Typed; zone: string; errors: FieldError[] };

const said = (typed: Typed, name: string): string => typed[name]?.trim() ?? "";

/** An amount in dollars as cents; empty is none. */
const readCents = (reader: Reader, name: string): number | undefined => {
  const text = said(reader.typed, name).replace(/^\$/, "").replaceAll(",", "");
  if (text === "") return undefined;
  const cents = parseUsd(text);
  if (cents !== null && cents >= 0) return cents;
  reader.errors.push({ path: name, message: "Write an amount like 112.50." });
  return undefined;
};

/** The instant of two fields, `<name>Date` and `<name>Time`; both empty is none. */
export const readMoment = (reader: Reader, name: string): Date | undefined => {
  const [date, time] = [said(reader.typed, `${name}Date`), said(reader.typed, `${name}Time`)];
  if (date === "" && time === "") return undefined;
  const wrong = reader.errors.length;
  if (!isCalendarDate(date)) reader.errors.push({ path: `${name}Date`, message: "Choose a day." });
  if (!isClockTime(time)) reader.errors.push({ path: `${name}Time`, message: "Write the time as HH:MM." });
  if (reader.errors.length > wrong) return undefined;
  const instant = instantOf(date, time, reader.zone);
  if (instant) return instant;
  reader.errors.push({ path: `${name}Time`, message: "The clocks change then. Choose another time." });
  return undefined;
};

const given = (raw: Raw): Raw => Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined));

const reasonOf = ({ typed, errors }: Reader): string => {
  const reason = said(typed, "reason");
  if (reason === "") errors.push({ path: "reason", message: "Give a reason." });
  return reason;
};

const bearers: readonly string[] = ["client", "writer", "house"];
const oneOf = (reader: Reader, name: string, words: string): string | undefined => {
  const text = said(reader.typed, name);
  if (bearers.includes(text)) return text;
  reader.errors.push({ path: name, message: words });
  return undefined;
};

/** A refund is shown for each cause before the cancellation; what stood beside the chosen one is sent along. */
const cancel = (reader: Reader): Raw => {
  const reason = reasonOf(reader);
  if (!("cause" in reader.typed)) return { reason };
  const cause = oneOf(reader, "cause", "Say whose doing it is.");
  const seen = cause && reader.typed[`seen-${cause}`];
  return { reason, cause, refundSeenCents: seen };
};

const readers: Readonly<Record<DeskStep, (reader: Reader) => Raw>> = {
  assign: (reader) => ({
    writerId: said(reader.typed, "writerId"),
    writerDeadline: readMoment(reader, "writer"),
  }),
  "accept-for-writer": (reader) => ({ reason: reasonOf(reader) }),
  "withdraw-offer": () => ({}),
  hold: ({ typed }) => ({ question: said(typed, "question") }),
  deliver: ({ typed }) => ({
    text: typed.text ?? "",
    files: typed.files ?? "",
    note: said(typed, "note") || undefined,
    final: typed.final === "on",
  }),
  "confirm-payment": (reader) => ({
    cents: readCents(reader, "amount") ?? missing(reader, "amount", "Write what the bank statement says."),
    reference: said(reader.typed, "reference"),
  }),
  "complete-unreached": (reader) => ({ reason: reasonOf(reader) }),
  "decide-complete": (reader) => {
    const refundCents = readCents(reader, "refund");
    const bearer = refundCents ? oneOf(reader, "bearer", "Say who pays for it.") : undefined;
    return { reason: reasonOf(reader), refundCents, bearer };
  },
  "decide-refund": (reader) => ({
    reason: reasonOf(reader),
    refundCents: readCents(reader, "refund"),
    bearer: oneOf(reader, "bearer", "Say who pays for it."),
  }),
  "decide-resume": (reader) => ({ reason: reasonOf(reader), deadline: readMoment(reader, "new") }),
  "decide-reassign": (reader) => ({ reason: reasonOf(reader), deadline: readMoment(reader, "new") }),
  "open-dispute": (reader) => ({ reason: reasonOf(reader), outcome: said(reader.typed, "outcome") }),
  reassign: (reader) => ({ reason: reasonOf(reader) }),
  cancel,
};

const missing = ({ errors }: Reader, path: string, message: string): undefined => {
  if (!errors.some((one) => one.path === path)) errors.push({ path, message });
  return undefined;
};

/** What a filled form asks of the step's command; times are read in the desk's zone. Refuses invalid, by field. */
export const readStepForm = (step: DeskStep, typed: Typed, zone: string): Outcome<Raw> => {
  const reader: Reader = { typed, zone, errors: [] };
  const raw = given(readers[step](reader));
  return reader.errors.length > 0 ? invalid(reader.errors) : { ok: true, value: raw };
};

const fieldOf: Readonly<Record<string, string>> = {
  writer: "writerId",
  writerDeadline: "writerDate",
  refundCents: "refund",
  deadline: "newDate",
  cents: "amount",
};

/** The form's field for the path of a refusal. */
export const stepField = (path: string): string => fieldOf[path] ?? path;
