import { expect, test } from "vitest";
import { dayLabel, lastDays, sinceDays, sumOf } from "./week-figures.ts";

const day = (name: string, receivedCents: number) => ({ day: name, receivedCents, payments: 1, sentBackCents: 10 });

test("the last days end today in the zone, and days without money are zeros", () => {
  const now = new Date("2026-03-10T23:30:00Z");
  const days = lastDays([day("2026-03-09", 500), day("2026-01-01", 900)], now, "Asia/Tokyo", 4);
  expect(days.map((one) => [one.day, one.receivedCents])).toEqual([
    ["2026-03-08", 0],
    ["2026-03-09", 500],
    ["2026-03-10", 0],
    ["2026-03-11", 0],
  ]);
  expect(sumOf(days)).toEqual({ receivedCents: 500, payments: 1, sentBackCents: 10 });
});

test("thirty days pass the end of a month and of summer time one by one", () => {
  const days = lastDays([], new Date("2026-04-10T12:00:00Z"), "Europe/Berlin", 30).map((one) => one.day);
  expect(new Set(days).size).toBe(30);
  expect([days[0], days[29]]).toEqual(["2026-03-12", "2026-04-10"]);
});

test("what is read starts before the first day in every zone", () => {
  const now = new Date("2026-03-10T00:30:00Z");
  const first = lastDays([], now, "Pacific/Kiritimati", 30)[0]?.day ?? "";
  expect(sinceDays(now, 30).getTime()).toBeLessThanOrEqual(Date.parse(`${first}T00:00:00+14:00`));
});

test("a day is spoken without a year", () => expect(dayLabel("2026-03-05")).toBe("5 March"));
