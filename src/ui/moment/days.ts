import { dayMs } from "#src/shared/units.ts";
import { formatDay, isCalendarDate, shiftedDay } from "#src/shared/zone.ts";

/** A page of the calendar shows four weeks. */
const pageDays = 28;
const weekDays = 7;
/** Two years: further than any work is planned. */
const mostPages = 26;

const atMidnight = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const daysBetween = (from: string, to: string): number => Math.round((atMidnight(to) - atMidnight(from)) / dayMs);

/** "Sun 15 March"; with the year where it is another than today's. */
export const dayText = (date: string, today: string): string =>
  formatDay(new Date(atMidnight(date)), "UTC", new Date(atMidnight(today)));

/** Monday of the week of a day; both YYYY-MM-DD, as are all days here. */
const mondayOf = (date: string): string => shiftedDay(date, -((new Date(atMidnight(date)).getUTCDay() + 6) % weekDays));

/** The last day that the calendar has. */
export const lastDay = (today: string): string => shiftedDay(mondayOf(today), mostPages * pageDays - 1);

/** The same day, or the nearest one that the calendar has: from Monday of this week on. */
export const insideGrid = (date: string, today: string): string => {
  const first = mondayOf(today);
  if (date < first) return first;
  const last = lastDay(today);
  return date > last ? last : date;
};

/** Monday of the four weeks that show a day; pages are counted from this week. */
export const pageOf = (date: string, today: string): string => {
  const first = mondayOf(today);
  const pages = Math.floor(daysBetween(first, insideGrid(date, today)) / pageDays);
  return shiftedDay(first, pages * pageDays);
};

/** The days of a page, week by week. */
export const weeksOf = (monday: string): readonly (readonly string[])[] =>
  [0, 1, 2, 3].map((week) => [0, 1, 2, 3, 4, 5, 6].map((day) => shiftedDay(monday, week * weekDays + day)));

const withoutWeekday = (text: string): string => text.slice(text.indexOf(" ") + 1);

/** "16 November to 13 December"; a year stands with a day of another one than today's. */
export const pageTitle = (monday: string, today: string): string =>
  [monday, shiftedDay(monday, pageDays - 1)].map((date) => withoutWeekday(dayText(date, today))).join(" to ");

const toMonday = (date: string): number => daysBetween(date, mondayOf(date));

const moves = new Map<string, (date: string) => number>(
  Object.entries({
    ArrowLeft: () => -1,
    ArrowRight: () => 1,
    ArrowUp: () => -weekDays,
    ArrowDown: () => weekDays,
    Home: toMonday,
    End: (date) => toMonday(date) + weekDays - 1,
    PageUp: () => -pageDays,
    PageDown: () => pageDays,
  }),
);

/** Where a key leads from a day of the calendar; null for a key that moves nothing. */
export const dayAfterKey = (key: string, date: string, today: string): string | null => {
  const move = moves.get(key);
  return move ? insideGrid(shiftedDay(date, move(date)), today) : null;
};

/** The short name of the month where a day is the first of one: "Dec". */
export const monthMark = (date: string, today: string): string | null =>
  date.endsWith("-01") ? (withoutWeekday(dayText(date, today)).split(" ")[1]?.slice(0, 3) ?? null) : null;

const nearDays = 28;

/** True for a month that was chosen in place of a day, "2027-01": its days are asked for. */
export const isMonth = (chosen: string): boolean => /^\d{4}-\d{2}$/.test(chosen) && isCalendarDate(`${chosen}-01`);

/** "January 2027"; without the year in the year of today. */
export const monthText = (month: string, today: string): string =>
  dayText(`${month}-01`, today).split(" ").slice(2).join(" ");

const monthOf = (date: string): string => date.slice(0, 7);
const monthAfter = (month: string): string => monthOf(shiftedDay(`${month}-01`, 31));

const daysFrom = (first: string, isInside: (date: string) => boolean): string[] => {
  const days: string[] = [];
  for (let day = first; isInside(day); day = shiftedDay(day, 1)) days.push(day);
  return days;
};

/**
 * What a plain list of days offers: the next four weeks, or the month of a later day or of a chosen month, and the other
 * months up to the last one of the calendar. So that two choices reach any day.
 */
export const listedDays = (chosen: string, today: string): { days: readonly string[]; months: readonly string[] } => {
  const last = lastDay(today);
  const soon = shiftedDay(today, nearDays);
  const isLate = isMonth(chosen) ? chosen >= monthOf(today) : chosen >= soon && isCalendarDate(chosen);
  const month = isLate ? monthOf(chosen) : null;
  const first = month && `${month}-01` > today ? `${month}-01` : today;
  const days = daysFrom(first, (day) => day <= last && (month ? monthOf(day) === month : day < soon));
  const months: string[] = [];
  for (let one = monthOf(today); one <= monthOf(last); one = monthAfter(one)) {
    const listed = month ? one === month : monthAfter(one) <= monthOf(soon);
    if (!listed) months.push(one);
  }
  const isListed = chosen === "" || isMonth(chosen) || days.includes(chosen);
  return { days: isListed ? days : [...days, chosen].sort(), months };
};
