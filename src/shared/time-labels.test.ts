import { expect, test } from "vitest";
import { leftOr, shortTime } from "./time-labels.ts";

const minutes = 60_000;
const hours = 60 * minutes;

test.each([
  [-5, "0\u00a0min"],
  [59 * minutes, "59\u00a0min"],
  [60 * minutes, "1\u00a0h"],
  [47 * hours + 59 * minutes, "47\u00a0h"],
  [48 * hours, "2\u00a0d"],
  [116 * hours, "4\u00a0d 20\u00a0h"],
  [13 * 24 * hours + 5 * hours, "13\u00a0d 5\u00a0h"],
  [14 * 24 * hours + 5 * hours, "14\u00a0d"],
])("%i ms is %s", (ms, text) => expect(shortTime(ms)).toBe(text));

test("before the instant time is left, after it the work is late", () => {
  const now = new Date("2026-03-10T12:00:00Z");
  expect(leftOr(new Date("2026-03-11T10:00:00Z"), now)).toBe("22\u00a0h left");
  expect(leftOr(now, now)).toBe("0\u00a0min left");
  expect(leftOr(new Date("2026-03-10T09:00:00Z"), now)).toBe("3\u00a0h late");
});
