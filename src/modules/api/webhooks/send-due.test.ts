import { expect, test } from "vitest";
import { isGivenUp, nextTry } from "./send-due.ts";

const now = new Date("2026-03-10T12:00:00Z");
const hours = (at: Date | null) => at && (at.getTime() - now.getTime()) / 3_600_000;

test("a message is tried ten times in about three days, each wait longer than the one before", () => {
  const waits = Array.from({ length: 9 }, (_, at) => hours(nextTry(at + 1, now)) ?? 0);
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  const sum = waits.reduce((all, one) => all + one, 0);
  expect([Math.floor(sum), nextTry(10, now), nextTry(11, now)]).toEqual([75, null, null]);
});

test("an endpoint is given up after five days of failures", () => {
  expect(isGivenUp(new Date(now.getTime() - 5 * 86_400_000), now)).toBe(true);
  expect(isGivenUp(new Date(now.getTime() - 5 * 86_400_000 + 1), now)).toBe(false);
});
