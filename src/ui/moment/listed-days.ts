import { isCalendarDate, shiftedDay } from "#src/shared/zone.ts";
import { dayText, lastDay } from "./day-grid.ts";

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
