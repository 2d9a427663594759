import { isCalendarDate } from "#src/shared/zone.ts";

/** The days of a statement, both included (YYYY-MM-DD); null: from the beginning, until today. */
export type Period = { key: string; from: string | null; until: string | null; label: string };

const months = "January February March April May June July August September October November December".split(" ");
const monthName = (month: string): string => `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

const all: Period = { key: "all", from: null, until: null, label: "all time" };

const lastDay = (month: string): string => {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, "0")}`;
};

const dayLabel = (date: string): string => `${Number(date.slice(8))} ${monthName(date.slice(0, 7))}`;

const known = (key: string): Period | null => {
  if (/^[1-9]\d{3}$/.test(key)) return { key, from: `${key}-01-01`, until: `${key}-12-31`, label: key };
  if (/^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(key))
    return { key, from: `${key}-01`, until: lastDay(key), label: monthName(key) };
  return null;
};

/**
 * The period that an address asks for: a year ("2026"), a month ("2026-03"), `range` with its days, else all of it. A
 * range with a wrong day, or that ends before it begins, is null: the page says so.
 */
export const periodOf = (params: URLSearchParams): Period | null => {
  const key = params.get("period") ?? "";
  if (key !== "range") return known(key) ?? all;
  const [from, until] = [params.get("from") ?? "", params.get("until") ?? ""];
  if (!isCalendarDate(from) || !isCalendarDate(until) || until < from) return null;
  return { key, from, until, label: `${dayLabel(from)} to ${dayLabel(until)}` };
};

/** The same period in an address; "" for all of it. */
export const periodQuery = ({ key, from, until }: Period): string => {
  if (key === "all") return "";
  return key === "range" ? `?period=range&from=${from}&until=${until}` : `?period=${key}`;
};

const mostMonths = 12;
const mostYears = 10;

/** What a select offers: all of it, each year since `since`, and the last months, the newest first. */
export const periodChoices = (since: string, today: string): readonly { value: string; label: string }[] => {
  const [first, last] = [Number(since.slice(0, 4)), Number(today.slice(0, 4))];
  const years = Array.from({ length: Math.min(mostYears, last - first + 1) }, (_, at) => String(last - at));
  const begin = Date.UTC(last, Number(today.slice(5, 7)) - 1, 1);
  const recent = Array.from({ length: mostMonths }, (_, at) => {
    const day = new Date(begin);
    day.setUTCMonth(day.getUTCMonth() - at);
    return day.toISOString().slice(0, 7);
  }).filter((month) => month >= since.slice(0, 7));
  return [
    { value: "all", label: "All time" },
    ...years.map((year) => ({ value: year, label: year === today.slice(0, 4) ? `${year} to today` : year })),
    ...recent.map((month) => ({ value: month, label: monthName(month) })),
  ];
};
