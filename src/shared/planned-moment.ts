import { done, type FieldError, invalid, type Outcome, type Refusal } from "./outcome.ts";
import { dayMs } from "./units.ts";
import { instantOf, isCalendarDate, isClockTime, isZone } from "./zone.ts";

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
