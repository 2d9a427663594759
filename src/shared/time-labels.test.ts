import { expect, test } from "vitest";
import { leftOr, shortTime } from "./time-labels.ts";

const minutes = 60_000;
const hours = 60 * minutes;

test.each([
  [-5, "0 min"],
  [59 * minutes, "59 min"],
  [60 * minutes, "1 h"],
  [47 * hours + 59 * minutes, "47 h"],
  [48 * hours, "2 d"],
  [116 * hours, "4 d 20 h"],
  [13 * 24 * hours + 5 * hours, "13 d 5 h"],
  [14 * 24 * hours + 5 * hours, "14 d"],
])("%i ms is %s", (ms, text) => expect(shortTime(ms)).toBe(text));

test("before the instant time is left, after it the work is late", () => {
  const now = new Date("2026-03-10T12:00:00Z");
  expect(leftOr(new Date("2026-03-11T10:00:00Z"), now)).toBe("22 h left");
  expect(leftOr(now, now)).toBe("0 min left");
  expect(leftOr(new Date("2026-03-10T09:00:00Z"), now)).toBe("3 h late");
});
