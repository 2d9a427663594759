import { expect, test } from "vitest";
import { awayLabel, isAway } from "./away.ts";

const away = (awayFrom: string | null, awayUntil: string | null) => ({ awayFrom, awayUntil });
const april = away("2026-04-02", "2026-04-09");

test.each([
  ["the day before", "2026-04-01", undefined, false],
  ["the first day", "2026-04-02", undefined, true],
  ["the last day", "2026-04-09", undefined, true],
  ["the day after", "2026-04-10", undefined, false],
  ["a stretch that ends on the first day", "2026-03-20", "2026-04-02", true],
  ["a stretch that ends before", "2026-03-20", "2026-04-01", false],
  ["a stretch around it", "2026-03-20", "2026-05-01", true],
])("%s", (_, day, last, is) => {
  expect(isAway(april, day, last)).toBe(is);
  expect(isAway(away(null, null), day, last)).toBe(false);
});

test.each([
  [april, "2 to 9 April"],
  [away("2026-04-02", "2026-04-02"), "2 April"],
  [away("2026-03-30", "2026-04-02"), "30 March to 2 April"],
  [away("2026-12-28", "2027-01-04"), "28 December 2026 to 4 January 2027"],
  [away("2026-03-01", "2026-03-09"), null],
  [away(null, null), null],
])("%o in words on 10 March", (one, words) => {
  expect(awayLabel(one, "2026-03-10")).toBe(words);
});
