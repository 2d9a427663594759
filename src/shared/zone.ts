import { done, type FieldError, invalid, type Outcome, type Refusal } from "./outcome.ts";
import { dayMs, hourMs, minuteMs } from "./units.ts";

const formatters = new Map<string, Intl.DateTimeFormat>();

// Making a formatter is slow and zones are few; the cap keeps strangers from filling the memory.
const formatterOf = (zone: string): Intl.DateTimeFormat => {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    calendar: "iso8601",
    hourCycle: "h23",
    weekday: "short",
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  if (formatters.size < 1000) formatters.set(zone, made);
  return made;
};

const months = "January February March April May June July August September October November December".split(" ");

type Fields = {
  weekday: string;
  year: number;
  month: number;
  day: number;
  hour: string;
  minute: string;
  second: string;
};

const two = (value: number): string => String(value).padStart(2, "0");
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** UTC by arithmetic: the first formatter of a page takes a browser 30 to 60 ms. */
const utcFields = (instant: number): Fields => {
  const at = new Date(instant);
  return {
    weekday: weekdays[at.getUTCDay()] ?? "",
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: two(at.getUTCHours()),
    minute: two(at.getUTCMinutes()),
    second: two(at.getUTCSeconds()),
  };
};

const fieldsAt = (instant: number, zone: string): Fields => {
  if (zone === "UTC") return utcFields(instant);
  const found: Record<string, string> = {};
  for (const part of formatterOf(zone).formatToParts(instant)) found[part.type] = part.value;
  const { weekday = "", year, month = "", day, hour = "", minute = "", second = "" } = found;
  return { weekday, year: Number(year), month: months.indexOf(month) + 1, day: Number(day), hour, minute, second };
};

const shortDay = (at: Fields): string => `${at.weekday} ${at.day} ${months[at.month - 1]}`;
const fullDay = (at: Fields): string => `${shortDay(at)} ${at.year}`;
const dateText = (at: Fields): string => `${String(at.year).padStart(4, "0")}-${two(at.month)}-${two(at.day)}`;

const offsetAt = (instant: number, zone: string): number => {
  if (zone === "UTC") return 0;
  const { year, month, day, hour, minute, second } = fieldsAt(instant, zone);
  const shown = Date.UTC(year, month - 1, day, Number(hour), Number(minute), Number(second));
  return shown - Math.floor(instant / 1000) * 1000;
};

/** A zone as people read it, with its distance from UTC at that instant: "New York, UTC−5"; "UTC" alone for UTC.
 * The minus is U+2212: a browser breaks a line behind a hyphen, so that the 5 would stand alone. */
export const zoneLabel = (zone: string, at: Date = new Date()): string => {
  if (zone === "UTC" || !isZone(zone)) return zone;
  const minutes = Math.round(offsetAt(at.getTime(), zone) / minuteMs);
  const rest = Math.abs(minutes) % 60;
  const hours = `${minutes < 0 ? "−" : "+"}${Math.floor(Math.abs(minutes) / 60)}${rest ? `:${two(rest)}` : ""}`;
  return `${(zone.split("/").at(-1) ?? zone).replaceAll("_", " ")}, UTC${minutes === 0 ? "" : hours}`;
};

/** True for an IANA zone name that this runtime knows ("Europe/Berlin", "UTC"); plain offsets are not zones. */
export const isZone = (zone: string): boolean => {
  if (zone === "UTC") return true;
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(zone)) return false;
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
};

/** The zone of who reads the page. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The years of which days and instants are read: each zone shows them in four digits, with a year to spare. */
export const readYears = { first: 2000, last: 9998 } as const;

// Clocks run from 12 hours behind UTC to 14 ahead of it (IANA), so that each day above has its instants in every zone.
const firstRead = Date.UTC(readYears.first, 0) - 14 * hourMs;
const afterRead = Date.UTC(readYears.last + 1, 0) + 12 * hourMs;

/** True for an instant that is taken from outside: somewhere a clock shows it in `readYears`. */
export const isReadInstant = (at: Date): boolean => at.getTime() >= firstRead && at.getTime() < afterRead;

/** True for a day of the calendar written YYYY-MM-DD, of `readYears`. */
export const isCalendarDate = (text: string): boolean => {
  if (!/^[2-9]\d{3}-\d{2}-\d{2}$/.test(text) || Number(text.slice(0, 4)) > readYears.last) return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
};

/** True for a time of day written HH:MM, 00:00 to 23:59. */
export const isClockTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** The day of the calendar that is `days` after this one (before it, when negative); both YYYY-MM-DD. */
export const shiftedDay = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/**
 * The UTC instant of what a clock in `zone` shows on `date` (YYYY-MM-DD) at `time` (HH:MM).
 * Null when that moment does not exist (clocks jump over it); the earlier one when it happens twice.
 * The three arguments must have passed `isCalendarDate`, `isClockTime` and `isZone`.
 */
export const instantOf = (date: string, time: string, zone: string): Date | null => {
  const shown = Date.parse(`${date}T${time}:00Z`);
  const offsets = new Set([shown - dayMs, shown, shown + dayMs].map((instant) => offsetAt(instant, zone)));
  const fitting = [...offsets]
    .map((offset) => shown - offset)
    .filter((instant) => offsetAt(instant, zone) === shown - instant);
  return fitting.length > 0 ? new Date(Math.min(...fitting)) : null;
};

/** The first moment of a day in `zone`, after the jump where clocks go forward at midnight; null for a day that the zone left out. */
export const startOfDay = (date: string, zone: string): Date | null =>
  instantOf(date, "00:00", zone) ?? instantOf(date, "01:00", zone);

/** The reverse of `instantOf`: what calendar and clock show in `zone`, seconds cut off. */
export const localOf = (instant: Date, zone: string): { date: string; time: string } => {
  const at = fieldsAt(instant.getTime(), zone);
  return { date: dateText(at), time: `${at.hour}:${at.minute}` };
};

/** "Sun 15 March"; with the year where it is another than now by that clock: "Fri 15 March 2024". */
export const formatDay = (instant: Date, zone: string, now: Date = new Date()): string => {
  const at = fieldsAt(instant.getTime(), zone);
  return at.year === fieldsAt(now.getTime(), zone).year ? shortDay(at) : fullDay(at);
};

/** "Sun 15 March 2026", for what is kept: mails, documents. */
export const formatFullDay = (instant: Date, zone: string): string => fullDay(fieldsAt(instant.getTime(), zone));

/** "15 March 2026", for what may be years ago. */
export const formatDate = (instant: Date, zone: string): string => {
  const at = fieldsAt(instant.getTime(), zone);
  return `${at.day} ${months[at.month - 1]} ${at.year}`;
};

/** "18:00:05", for what ends within a minute. */
export const formatSeconds = (instant: Date, zone: string): string => {
  const { hour, minute, second } = fieldsAt(instant.getTime(), zone);
  return `${hour}:${minute}:${second}`;
};

/** "Sun 15, 18:00", where the month is near. */
export const formatNearMoment = (instant: Date, zone: string): string => {
  const { weekday, day } = fieldsAt(instant.getTime(), zone);
  return `${weekday} ${day}, ${localOf(instant, zone).time}`;
};

/** "Sun 15 March, 18:00"; with the year where it is another than now. */
export const formatMoment = (instant: Date, zone: string, now?: Date): string =>
  `${formatDay(instant, zone, now)}, ${localOf(instant, zone).time}`;

/** "today, 18:00" on the day of now by that clock; else as `formatMoment` gives it. */
export const nearMoment = (instant: Date, zone: string, now: Date): string => {
  const { date, time } = localOf(instant, zone);
  return date === localOf(now, zone).date ? `today, ${time}` : formatMoment(instant, zone, now);
};

/** "Sun 15 March, 18:00 (New York, UTC−4)", where no zone stands near. */
export const momentInZone = (instant: Date, zone: string, now?: Date): string =>
  `${formatMoment(instant, zone, now)} (${zoneLabel(zone, instant)})`;

/** "Sun 15 March 2026, 18:00", for what is kept. */
export const formatFullMoment = (instant: Date, zone: string): string =>
  `${formatFullDay(instant, zone)}, ${localOf(instant, zone).time}`;

/** "Sun 15 March 2026, 18:00 (New York, UTC−4)", for what is kept and stands alone. */
export const zonedMoment = (instant: Date, zone: string): string =>
  `${formatFullMoment(instant, zone)} (${zoneLabel(zone, instant)})`;

const longestWait = 366 * dayMs;

/** Refuses what is published now with a day or a time: without scripts both stand beside “Now”, and were meant. */
export const momentWithoutChoice = ({ date, time }: { date: string; time: string }): Refusal | null =>
  date || time
    ? invalid([{ path: "date", message: "You chose “Now”. Choose the other one, or leave day and time empty." }])
    : null;

/** The moment at which something is to be published, as it was typed. Refuses invalid at `date`, `time` or `zone`. */
export function plannedMoment(
  { date, time, zone }: { date: string; time: string; zone: string },
  now: Date,
): Outcome<Date> {
  const wrong: FieldError[] = [];
  if (!isCalendarDate(date)) wrong.push({ path: "date", message: "Choose a day." });
  if (!isClockTime(time)) wrong.push({ path: "time", message: "Write the time as HH:MM." });
  if (!isZone(zone)) wrong.push({ path: "zone", message: "Choose a time zone." });
  if (wrong.length > 0) return invalid(wrong);
  const at = instantOf(date, time, zone);
  if (!at) return invalid([{ path: "time", message: "The clocks change at this time. Choose another time." }]);
  const left = at.getTime() - now.getTime();
  if (left <= 0) return invalid([{ path: "date", message: "This time is in the past. Choose a later one." }]);
  if (left > longestWait) return invalid([{ path: "date", message: "Choose a day within a year." }]);
  return done(at);
}
