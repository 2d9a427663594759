import { describe, expect, test } from "vitest";
import { dayMs, hourMs } from "#src/shared/units.ts";
import { backupSetting, dueSlot, isDrillDue, keptBackups, nextSlot } from "./plan.ts";

const nightly = backupSetting.default;
const at = (text: string): Date => new Date(text);

describe("when a backup is due", () => {
  test.each([
    ["before the hour", "2026-03-10T02:59:59Z", "UTC", nightly, "2026-03-09T03:00:00Z", "2026-03-10T03:00:00Z"],
    ["at the hour", "2026-03-10T03:00:00Z", "UTC", nightly, "2026-03-10T03:00:00Z", "2026-03-11T03:00:00Z"],
    [
      "by the shop's clock",
      "2026-07-01T12:00:00Z",
      "Asia/Tokyo",
      nightly,
      "2026-06-30T18:00:00Z",
      "2026-07-01T18:00:00Z",
    ],
    [
      "three a day",
      "2026-03-10T12:00:00Z",
      "UTC",
      { ...nightly, perDay: 3 },
      "2026-03-10T11:00:00Z",
      "2026-03-10T19:00:00Z",
    ],
    [
      "an hour that the clocks jump over",
      "2026-03-08T20:00:00Z",
      "America/New_York",
      { ...nightly, hour: 2 },
      "2026-03-07T07:00:00Z",
      "2026-03-09T06:00:00Z",
    ],
    [
      "an hour that comes twice",
      "2026-11-01T12:00:00Z",
      "America/New_York",
      { ...nightly, hour: 1 },
      "2026-11-01T05:00:00Z",
      "2026-11-02T06:00:00Z",
    ],
  ])("%s", (_, now, zone, plan, due, next) => {
    expect(dueSlot(at(now), plan, zone)).toEqual(at(due));
    expect(nextSlot(at(now), plan, zone)).toEqual(at(next));
  });
});

describe("which backups stay", () => {
  const keptOf = (moments: readonly Date[], plan: Partial<typeof nightly>, zone = "UTC") =>
    [...keptBackups(moments, { ...nightly, ...plan }, zone)].map((one) => one.toISOString().slice(0, 13)).sort();
  const nights = (count: number) =>
    Array.from({ length: count }, (_, back) => new Date(at("2026-03-11T03:00:00Z").getTime() - back * dayMs));

  test("the newest of each of the last days, weeks and months", () => {
    expect(keptOf(nights(100), { daily: 3, weekly: 3, monthly: 3 })).toEqual([
      "2026-01-31T03",
      "2026-02-28T03",
      "2026-03-01T03",
      "2026-03-08T03",
      "2026-03-09T03",
      "2026-03-10T03",
      "2026-03-11T03",
    ]);
  });

  test("of several in a day the newest, by the shop's calendar", () => {
    const moments = Array.from(
      { length: 8 },
      (_, back) => new Date(at("2026-03-10T20:00:00Z").getTime() - back * 6 * hourMs),
    );
    expect(keptOf(moments, { daily: 2, weekly: 0, monthly: 0 })).toEqual(["2026-03-09T20", "2026-03-10T20"]);
    // In Tokyo 20:00 UTC is already the next day.
    expect(keptOf(moments, { daily: 2, weekly: 0, monthly: 0 }, "Asia/Tokyo")).toEqual([
      "2026-03-10T14",
      "2026-03-10T20",
    ]);
  });

  test("the newest stays, whatever the counts; none of none", () => {
    expect(keptOf(nights(3), { daily: 1, weekly: 0, monthly: 0 })).toEqual(["2026-03-11T03"]);
    expect(keptOf([], {})).toEqual([]);
  });

  test("days without a backup take no place: an installation that was off keeps its old ones", () => {
    const old = [at("2025-01-05T03:00:00Z"), at("2025-03-05T03:00:00Z"), at("2026-03-10T03:00:00Z")];
    expect(keptOf(old, { daily: 7, weekly: 0, monthly: 0 })).toHaveLength(3);
  });
});

describe("when a backup is restored for trial", () => {
  const slot = at("2026-03-10T03:00:00Z");
  const last = (days: number, state: "running" | "done" | "failed", error: string | null = null) => ({
    slot: new Date(slot.getTime() - days * dayMs),
    state,
    error,
  });
  test.each([
    ["never before", null, 7, true],
    ["never before, and none are wanted", null, 0, false],
    ["six days after an equal one", last(6, "done"), 7, false],
    ["seven days after an equal one", last(7, "done"), 7, true],
    ["a week that lost an hour", last(7 - 1 / 24, "done"), 7, true],
    ["the same backup, equal", last(0, "done"), 1, false],
    ["the same backup, not done", last(0, "failed", "no room"), 7, true],
    ["the same backup, not equal", last(0, "done", "a table"), 7, false],
    ["a day after one that was not equal", last(1, "done", "a table"), 7, true],
    ["a day after one that was not done", last(1, "failed", "no room"), 7, true],
    ["an hour after one that was not done", last(1 / 24, "failed", "no room"), 7, false],
    ["a day after one whose process died", last(1, "running"), 7, true],
  ])("%s", (_, drill, drillDays, due) => {
    expect(isDrillDue(slot, drill, { ...nightly, drillDays })).toBe(due);
  });
});
