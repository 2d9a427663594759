import { expect, test } from "vitest";
import { dayMs } from "#src/shared/units.ts";
import { daysUntilFull } from "./disk-days.ts";

const whole = 1_000;
const first = Date.parse("2026-11-01T00:00:00Z");
const days = (free: readonly number[]) =>
  free.map((one, day) => ({ at: new Date(first + day * dayMs), free: one, whole }));

test.each([
  ["ten a day", [600, 590, 580, 570, 560], 560, 56],
  ["ten a day, with a day that was cleaned up", [600, 590, 620, 570, 560], 560, 56],
  ["nothing", [600, 600, 600, 600, 600], 600, null],
  ["less each day", [600, 610, 620, 630, 640], 640, null],
  ["four days say nothing yet", [600, 590, 580, 570], 570, null],
  ["no day", [], 570, null],
])("when a disk is full: %s", (_, free, now, expected) => {
  const left = daysUntilFull(days(free), { free: now, whole });
  expect(left === null ? null : Math.floor(left)).toBe(expected);
});
