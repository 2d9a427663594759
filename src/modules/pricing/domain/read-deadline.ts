import { counted } from "#src/shared/counted.ts";
import { hourMs } from "#src/shared/units.ts";
import { instantOf, isCalendarDate, isClockTime, isReadInstant, isZone } from "#src/shared/zone.ts";
import { type InputReader, MISSING } from "./input-reader.ts";

export type DayRules = { readonly now: Date; readonly minimumLeadHours: number };

/**
 * Why a deadline cannot be taken at `now`: it is past, or nearer than the minimum lead in hours.
 * Exactly the minimum is enough. Null when there is nothing against it.
 */
const refuseDeadline = (deadline: Date, now: Date, minimumLeadHours: number): string | null => {
  const left = deadline.getTime() - now.getTime();
  if (left <= 0) return "This time is in the past. Choose a later one.";
  if (left >= minimumLeadHours * hourMs) return null;
  return `This time is less than ${counted(minimumLeadHours, "hour")} from now. Choose a later one.`;
};

/** Why a moment cannot be a deadline; null when it can. No moment is a time that its day does not have. */
export const deadlineRefusal = (deadline: Date | null, { now, minimumLeadHours }: DayRules): string | null =>
  deadline
    ? refuseDeadline(deadline, now, minimumLeadHours)
    : "The clocks change at this time. Choose another time for this day.";

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

type DeadlineRules = DayRules & { readonly defaultZone?: string | undefined };

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
