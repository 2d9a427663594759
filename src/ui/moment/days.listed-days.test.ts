import { expect, test } from "vitest";
import { isMonth, lastDay, listedDays, monthText } from "./days.ts";

const today = "2026-11-22";

test("the next four weeks come first, with the months that they do not show to their end", () => {
  const { days, months } = listedDays("", today);
  expect([days.length, days[0], days.at(-1)]).toEqual([28, "2026-11-22", "2026-12-19"]);
  expect([months.length, months[0], months.at(-1)]).toEqual([24, "2026-12", "2028-11"]);
});

test.each([
  ["2027-02", 28, "2027-02-01", "2027-02-28"],
  ["2028-02-29", 29, "2028-02-01", "2028-02-29"],
  ["2026-11", 9, "2026-11-22", "2026-11-30"],
  ["2026-12-20", 31, "2026-12-01", "2026-12-31"],
  ["2028-11", 12, "2028-11-01", "2028-11-12"],
  // Days that cannot be chosen stay in the list that shows them.
  ["2026-11-20", 29, "2026-11-20", "2026-12-19"],
  ["2031-05-06", 1, "2031-05-06", "2031-05-06"],
  ["tomorrow", 29, "2026-11-22", "tomorrow"],
  ["2026-10", 28, "2026-11-22", "2026-12-19"],
])("%s lists %i days, %s to %s, and does not offer its month again", (chosen, count, first, last) => {
  const { days, months } = listedDays(chosen, today);
  expect([days.length, days[0], days.at(-1)]).toEqual([count, first, last]);
  expect(months).not.toContain(count === 28 && chosen === "2026-10" ? "2026-11" : chosen.slice(0, 7));
});

test.each(["2026-11-22", "2026-01-31", "2028-02-28", "2026-12-31"])("on %s two choices reach every day", (now) => {
  const { days, months } = listedDays("", now);
  const reached = new Set([...days, ...months.flatMap((month) => listedDays(month, now).days)]);
  const count = (Date.parse(lastDay(now)) - Date.parse(now)) / 86_400_000 + 1;
  expect(reached.size).toBe(count);
  expect(reached.has(lastDay(now))).toBe(true);
});

test("a month is spoken with its year where it is another one", () => {
  expect([monthText("2026-12", today), monthText("2027-01", today)]).toEqual(["December", "January 2027"]);
  expect(["2027-01", "2027-13", "2027-00", "2027-01-01", ""].map(isMonth)).toEqual([true, false, false, false, false]);
});
