import { counted } from "#src/shared/counted.ts";
import type { FieldError } from "#src/shared/outcome.ts";
import { readCount } from "#src/shared/typed-values.ts";
import { hourMs } from "#src/shared/units.ts";
import { instantOf, isCalendarDate, isClockTime, isReadInstant, isZone } from "#src/shared/zone.ts";

/** `json`: typed values as a program sends them. `form`: everything is text, and empty text means "not answered". */
export type InputMode = "json" | "form";

/** A sender's fields by name. Only own fields count. */
export type RawInput = Readonly<Record<string, unknown>>;

const LONGEST_TEXT = 10_000;

export type InputReader = {
  readonly errors: FieldError[];
  fail(path: string, message: string, allowed?: readonly string[]): void;
  /** True when the field was answered, rightly or wrongly. */
  has(path: string): boolean;
  /** The text of a field; undefined when it was not answered or is wrong (then reported). */
  text(path: string): string | undefined;
  /** A text that must be there. */
  required(path: string): string;
  /** One of `allowed`, exactly as spelled. */
  choice<T extends string>(path: string, allowed: readonly T[], fallback?: T): T | undefined;
  /** A whole number inside the bounds. */
  count(path: string, least: number, most: number, fallback?: number): number;
};

const MISSING = "This answer is missing.";

/** Reads fields of `raw` one by one and collects one error for each wrong field. */
export const inputReader = (raw: RawInput, mode: InputMode): InputReader => {
  const errors: FieldError[] = [];
  const fail: InputReader["fail"] = (path, message, allowed) =>
    void errors.push(allowed ? { path, message, allowed } : { path, message });

  const given = (path: string): unknown => {
    const value = Object.hasOwn(raw, path) ? raw[path] : undefined;
    if (mode === "json" || typeof value !== "string") return value;
    return value.trim() === "" ? undefined : value.trim();
  };

  const has = (path: string): boolean => given(path) !== undefined;

  const text: InputReader["text"] = (path) => {
    const value = given(path);
    if (value === undefined) return undefined;
    if (typeof value !== "string" || value.includes("\0") || !value.isWellFormed()) fail(path, "Write this as text.");
    else if (value.length > LONGEST_TEXT) fail(path, "Write at most 10,000 characters.");
    else return value;
    return undefined;
  };

  const required: InputReader["required"] = (path) => {
    const before = errors.length;
    const value = text(path) ?? "";
    if (value.trim() === "" && errors.length === before) fail(path, MISSING);
    return value;
  };

  const choice: InputReader["choice"] = (path, allowed, fallback) => {
    const before = errors.length;
    const value = text(path);
    if (errors.length > before) return undefined;
    if (value === undefined && fallback !== undefined) return fallback;
    const found = allowed.find((name) => name === value);
    if (found === undefined) fail(path, value === undefined ? MISSING : "This is not one of the choices.", allowed);
    return found;
  };

  const count: InputReader["count"] = (path, least, most, fallback) => {
    const value = given(path);
    if (value === undefined && fallback !== undefined) return fallback;
    const typed = mode === "form" && typeof value === "string" ? readCount(value) : null;
    const number = typed?.ok ? typed.value : value;
    if (typeof number === "number" && Number.isInteger(number) && number >= least && number <= most) return number;
    fail(path, value === undefined ? MISSING : `Write a whole number from ${least} to ${most}.`);
    return least;
  };

  return { errors, fail, has, text, required, choice, count };
};

/**
 * Why a deadline cannot be taken at `now`: it is past, or nearer than the minimum lead in hours.
 * Exactly the minimum is enough. Null when there is nothing against it.
 */
export const refuseDeadline = (deadline: Date, now: Date, minimumLeadHours: number): string | null => {
  const left = deadline.getTime() - now.getTime();
  if (left <= 0) return "This time is in the past. Choose a later one.";
  if (left >= minimumLeadHours * hourMs) return null;
  return `This time is less than ${counted(minimumLeadHours, "hour")} from now. Choose a later one.`;
};

const RFC3339 =
  /^(\d{4}-\d{2}-\d{2})[Tt]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)(\.\d{1,9})?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * The instant of an RFC 3339 date-time with its offset, of the years 2000 to 9998 and cut to the millisecond; null for
 * anything else.
 */
export const parseInstant = (text: string): Date | null => {
  const match = RFC3339.exec(text);
  if (!match) return null;
  const [, date = "", time = "", seconds = "", fraction = ".", offset = ""] = match;
  if (!isCalendarDate(date)) return null;
  const at = new Date(`${date}T${time}${seconds}${fraction.slice(0, 4).padEnd(4, "0")}${offset.toUpperCase()}`);
  return isReadInstant(at) ? at : null;
};

export type DeadlineInput = {
  /** UTC instant, null when none was given. */
  readonly deadline: Date | null;
  /** The zone in which the person reads dates, null when none was sent. */
  readonly zone: string | null;
};

type DeadlineRules = {
  readonly now: Date;
  readonly minimumLeadHours: number;
  readonly defaultZone?: string | undefined;
};

const readInstant = (reader: InputReader): Date | null => {
  const text = reader.text("deadline");
  if (text === undefined) return null;
  const instant = parseInstant(text);
  if (!instant) reader.fail("deadline", "Write date, time and offset like 2027-03-15T18:00:00+01:00.");
  return instant;
};

const readZone = (reader: InputReader, fallback: string | undefined): string | null => {
  const zone = reader.text("deadlineZone") ?? fallback;
  if (zone === undefined) return null;
  if (isZone(zone)) return zone;
  reader.fail("deadlineZone", "This time zone is not known. Choose one from the list.");
  return null;
};

const readPart = (
  reader: InputReader,
  path: string,
  good: (text: string) => boolean,
  message: string,
): string | null => {
  const before = reader.errors.length;
  const text = reader.text(path);
  if (text !== undefined && good(text)) return text;
  if (reader.errors.length === before) reader.fail(path, text === undefined ? MISSING : message);
  return null;
};

/** The instant of what was typed as date, time and zone; null when nothing was typed or something is wrong. */
const readTyped = (reader: InputReader, zone: string | null, typed: boolean): Date | null => {
  if (!typed) return null;
  const date = readPart(reader, "deadlineDate", isCalendarDate, "Write a date that exists, as YYYY-MM-DD.");
  const time = readPart(reader, "deadlineTime", isClockTime, "Write the time as HH:MM, from 00:00 to 23:59.");
  if (!zone && !reader.errors.some(({ path }) => path === "deadlineZone")) reader.fail("deadlineZone", MISSING);
  if (!date || !time || !zone) return null;
  const instant = instantOf(date, time, zone);
  if (!instant)
    reader.fail(
      "deadlineTime",
      "The clocks change at this time, so it does not exist on this day. Choose another time.",
    );
  return instant;
};

/** Reads `deadline`, or `deadlineDate` + `deadlineTime` + `deadlineZone`; both only when they are the same instant. */
export const readDeadline = (reader: InputReader, rules: DeadlineRules): DeadlineInput => {
  const before = reader.errors.length;
  const instant = readInstant(reader);
  const zone = readZone(reader, rules.defaultZone);
  const typed = reader.has("deadlineDate") || reader.has("deadlineTime");
  const local = readTyped(reader, zone, typed);
  if (reader.errors.length > before) return { deadline: null, zone };
  if (instant && local && instant.getTime() !== local.getTime())
    reader.fail("deadline", "The deadline is not the same as the date, time and time zone. Send only one of the two.");
  const deadline = instant ?? local;
  const refusal = deadline && refuseDeadline(deadline, rules.now, rules.minimumLeadHours);
  if (refusal && reader.errors.length === before) reader.fail(typed ? "deadlineDate" : "deadline", refusal);
  return { deadline, zone };
};
