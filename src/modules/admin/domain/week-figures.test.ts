import { describe, expect, test } from "vitest";
import { lastWeeks, onTimePercent, readWeekAsk, servicesIn, sinceWeek, weekLines } from "./week-figures.ts";

describe("weeks", () => {
  test("begin on Monday of the reader's zone, across a change of clocks and of the year", () => {
    expect(lastWeeks(new Date("2026-03-29T23:30:00Z"), "UTC", 2)).toEqual(["2026-03-16", "2026-03-23"]);
    expect(lastWeeks(new Date("2026-03-29T23:30:00Z"), "Europe/Berlin", 2)).toEqual(["2026-03-23", "2026-03-30"]);
    expect(lastWeeks(new Date("2027-01-01T12:00:00Z"), "America/New_York", 3)).toEqual([
      "2026-12-14",
      "2026-12-21",
      "2026-12-28",
    ]);
  });

  test("are read from before the first Monday begins anywhere", () => {
    expect(sinceWeek(["2026-03-16", "2026-03-23"]).toISOString()).toBe("2026-03-15T00:00:00.000Z");
  });

  test("an address that asks for nothing known asks for 12 weeks of everything", () => {
    expect(readWeekAsk(new URLSearchParams("weeks=52&service=test"))).toEqual({ span: 52, service: "test" });
    for (const weeks of ["", "0", "-1", "1e9", "53"])
      expect(readWeekAsk(new URLSearchParams({ weeks }))).toEqual({ span: 12, service: "" });
  });
});

const facts = {
  money: [
    { week: "2026-03-16", service: "test", receivedCents: 1_000, sentBackCents: 0 },
    { week: "2026-03-16", service: "quiz", receivedCents: 1_500, sentBackCents: 500 },
    { week: "2026-03-09", service: "quiz", receivedCents: 9_900, sentBackCents: 0 },
  ],
  deliveries: [
    { week: "2026-03-16", service: "quiz", delivered: 3, onTime: 2 },
    { week: "2026-03-23", service: "test", delivered: 1, onTime: 1 },
  ],
  replies: [{ week: "2026-03-23", asked: 4, answered: 3, middleMs: 360_000 }],
};
const weeks = ["2026-03-16", "2026-03-23"];

test("a line a week, of all services or of one; a week outside is not counted", () => {
  expect(weekLines(facts, weeks)).toEqual([
    {
      week: "2026-03-16",
      receivedCents: 2_500,
      sentBackCents: 500,
      delivered: 3,
      onTime: 2,
      asked: 0,
      answered: 0,
      middleMs: null,
    },
    {
      week: "2026-03-23",
      receivedCents: 0,
      sentBackCents: 0,
      delivered: 1,
      onTime: 1,
      asked: 4,
      answered: 3,
      middleMs: 360_000,
    },
  ]);
  expect(weekLines(facts, weeks, "test").map(({ receivedCents, delivered }) => [receivedCents, delivered])).toEqual([
    [1_000, 0],
    [0, 1],
  ]);
  expect(servicesIn(facts, weeks)).toEqual(["quiz", "test"]);
  expect(weekLines({ money: null, deliveries: null, replies: null }, ["2026-03-16"])).toMatchObject([
    { receivedCents: 0 },
  ]);
});

test("the share on time is a whole percent, rounded down, and none where nothing was delivered", () => {
  expect(
    [
      { delivered: 3, onTime: 2 },
      { delivered: 1, onTime: 1 },
      { delivered: 0, onTime: 0 },
    ].map(onTimePercent),
  ).toEqual([66, 100, null]);
});
