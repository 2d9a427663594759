import fc from "fast-check";
import { expect, test } from "vitest";
import { sized } from "#tests/support/full-run.ts";
import {
  formatDate,
  formatDay,
  formatFullMoment,
  formatMoment,
  instantOf,
  isCalendarDate,
  isClockTime,
  isReadInstant,
  isZone,
  localOf,
  shiftedDay,
  startOfDay,
  zonedMoment,
  zoneLabel,
} from "./zone.ts";
import { zones } from "./zone-choices.ts";

const iso = (date: string, time: string, zone: string) => instantOf(date, time, zone)?.toISOString() ?? null;

test.each([
  ["2027-03-15", "18:00", "UTC", "2027-03-15T18:00:00.000Z"],
  ["2027-03-15", "18:00", "Europe/Berlin", "2027-03-15T17:00:00.000Z"],
  ["2027-07-15", "18:00", "Europe/Berlin", "2027-07-15T16:00:00.000Z"],
  ["2027-07-15", "00:15", "Asia/Kathmandu", "2027-07-14T18:30:00.000Z"],
  ["2027-01-01", "00:00", "Pacific/Kiritimati", "2026-12-31T10:00:00.000Z"],
  ["2028-02-29", "23:59", "America/New_York", "2028-03-01T04:59:00.000Z"],
])("%s %s in %s is %s", (date, time, zone, instant) => {
  expect(iso(date, time, zone)).toBe(instant);
  expect(localOf(new Date(instant), zone)).toEqual({ date, time });
});

test.each([
  ["2027-03-28", "02:00", "Europe/Berlin"],
  ["2027-03-28", "02:59", "Europe/Berlin"],
  ["2027-03-14", "02:30", "America/New_York"],
  ["2026-10-04", "02:15", "Australia/Lord_Howe"],
  ["2011-12-30", "12:00", "Pacific/Apia"],
])("%s %s does not exist in %s", (date, time, zone) => {
  expect(iso(date, time, zone)).toBeNull();
});

test.each([
  ["2027-10-31", "02:30", "Europe/Berlin", "2027-10-31T00:30:00.000Z"],
  ["2027-11-07", "01:00", "America/New_York", "2027-11-07T05:00:00.000Z"],
  ["2027-04-04", "01:45", "Australia/Lord_Howe", "2027-04-03T14:45:00.000Z"],
])("%s %s happens twice in %s: the earlier one counts", (date, time, zone, instant) => {
  expect(iso(date, time, zone)).toBe(instant);
});

test("the minutes beside a jump exist", () => {
  expect(iso("2027-03-28", "01:59", "Europe/Berlin")).toBe("2027-03-28T00:59:00.000Z");
  expect(iso("2027-03-28", "03:00", "Europe/Berlin")).toBe("2027-03-28T01:00:00.000Z");
});

test.each([
  ["a day of 23 hours", "2027-03-28", "Europe/Berlin", "2027-03-27T23:00:00.000Z", 23],
  ["a day of 25 hours", "2027-10-31", "Europe/Berlin", "2027-10-30T22:00:00.000Z", 25],
  ["a jump over midnight", "2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z", 23],
  ["midnight that comes twice", "2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z", 25],
  ["clocks that go back to the day before", "2026-10-29", "Africa/Cairo", "2026-10-28T21:00:00.000Z", 25],
  ["the first day after a year", "2027-01-01", "UTC", "2027-01-01T00:00:00.000Z", 24],
])("a day begins: %s, %s in %s", (_, date, zone, start, hours) => {
  const next = startOfDay(shiftedDay(date, 1), zone);
  expect(startOfDay(date, zone)?.toISOString()).toBe(start);
  expect(((next?.getTime() ?? 0) - Date.parse(start)) / 3_600_000).toBe(hours);
});

test("a day that a zone left out does not begin", () => expect(startOfDay("2011-12-30", "Pacific/Apia")).toBeNull());

test("what a clock shows leads back to the instant, or to the same clock time an offset change before", () => {
  const minute = fc.integer({ min: 30_000_000, max: 36_000_000 });
  fc.assert(
    fc.property(minute, fc.constantFrom(...zones()), (minutes, zone) => {
      const instant = new Date(minutes * 60_000);
      const { date, time } = localOf(instant, zone);
      const back = instantOf(date, time, zone);
      const earlier = instant.getTime() - (back?.getTime() ?? 0);
      if (earlier !== 0) expect([1_800_000, 3_600_000]).toContain(earlier);
      expect(back && localOf(back, zone)).toEqual({ date, time });
    }),
    { numRuns: sized(500, 10_000) },
  );
});

test("zones are IANA names that the runtime knows", () => {
  expect(["Europe/Berlin", "UTC", "Etc/GMT+5", "America/Argentina/Buenos_Aires"].every(isZone)).toBe(true);
  expect(["", "+01:00", "Mars/Base", "__proto__", "constructor", "Europe/Berlin ", "x".repeat(99)].some(isZone)).toBe(
    false,
  );
  expect(zones()[0]).toBe("UTC");
  expect(new Set(zones()).size).toBe(zones().length);
});

test("only real days and times are taken", () => {
  expect(["2027-02-28", "2028-02-29"].every(isCalendarDate)).toBe(true);
  expect(
    ["2027-02-29", "2027-13-01", "2027-00-10", "2027-1-1", "0001-01-01", "", "2027-03-15T00:00"].some(isCalendarDate),
  ).toBe(false);
  expect(["00:00", "23:59"].every(isClockTime)).toBe(true);
  expect(["24:00", "9:00", "12:60", "12:00:00", ""].some(isClockTime)).toBe(false);
});

test("a moment is written for people in their zone", () => {
  const instant = new Date("2026-03-15T17:00:00Z");
  expect(formatMoment(instant, "Europe/Berlin", instant)).toBe("Sun 15 March, 18:00");
  expect(formatDay(instant, "Pacific/Auckland", instant)).toBe("Mon 16 March");
  expect(formatFullMoment(instant, "Europe/Berlin")).toBe("Sun 15 March 2026, 18:00");
  expect(zonedMoment(instant, "America/New_York")).toBe("Sun 15 March 2026, 13:00 (New York, UTC−4)");
  expect(formatDate(instant, "Pacific/Auckland")).toBe("16 March 2026");
  expect(formatMoment(new Date("2026-03-10T23:00:00Z"), "Europe/Berlin", instant)).toBe("Wed 11 March, 00:00");
});

test.each([
  ["2025-12-31T23:30:00Z", "UTC", "2026-03-15T12:00:00Z", "Wed 31 December 2025"],
  ["2027-01-01T00:00:00Z", "UTC", "2026-03-15T12:00:00Z", "Fri 1 January 2027"],
  ["2025-12-31T23:30:00Z", "Europe/Berlin", "2026-03-15T12:00:00Z", "Thu 1 January"],
  ["2026-01-01T00:30:00Z", "America/New_York", "2026-01-01T03:00:00Z", "Wed 31 December"],
  ["2026-01-01T00:30:00Z", "America/New_York", "2026-01-01T06:00:00Z", "Wed 31 December 2025"],
])("the day of %s in %s, read at %s, is %s", (instant, zone, now, day) => {
  expect(formatDay(new Date(instant), zone, new Date(now))).toBe(day);
  expect(formatMoment(new Date(instant), zone, new Date(now))).toContain(`${day}, `);
});

test.each([
  ["America/New_York", "2026-01-10T12:00:00Z", "New York, UTC−5"],
  ["America/New_York", "2026-07-10T12:00:00Z", "New York, UTC−4"],
  ["Asia/Kolkata", "2026-01-10T12:00:00Z", "Kolkata, UTC+5:30"],
  ["Europe/London", "2026-01-10T12:00:00Z", "London, UTC"],
  ["UTC", "2026-01-10T12:00:00Z", "UTC"],
])("people read %s at %s as %j", (zone, at, label) => expect(zoneLabel(zone, new Date(at))).toBe(label));

test("no zone is written with a hyphen before its hours: a browser breaks the line there", () => {
  const labels = zones().flatMap((zone) => [0, 6].map((month) => zoneLabel(zone, new Date(Date.UTC(2026, month, 10)))));
  expect(labels.filter((label) => /UTC-/.test(label))).toEqual([]);
});

test("in every zone the first and the last day that is read have instants, and show themselves", () => {
  expect(zones().length).toBeGreaterThan(400);
  for (const zone of zones())
    for (const date of ["2000-01-01", "9998-12-31"])
      for (const time of ["00:00", "23:59"]) {
        const at = instantOf(date, time, zone);
        if (at) expect([localOf(at, zone), isReadInstant(at)], zone).toEqual([{ date, time }, true]);
        expect(zonedMoment(at ?? new Date(date), zone)).not.toContain("NaN");
        expect(startOfDay(shiftedDay(date, 1), zone)?.getTime(), zone).toBeGreaterThan(Date.parse("1999-12-31"));
      }
});

test("no day and no instant outside the years 2000 to 9998 is read", () => {
  expect(["1999-12-31", "9999-01-01", "9999-12-31"].some(isCalendarDate)).toBe(false);
  expect(["1999-12-31T09:59:59.999Z", "9999-01-01T12:00:00Z"].some((at) => isReadInstant(new Date(at)))).toBe(false);
  expect(isReadInstant(new Date(Number.NaN))).toBe(false);
});
