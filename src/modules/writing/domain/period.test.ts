import { describe, expect, test } from "vitest";
import { periodChoices, periodOf, periodQuery } from "./period.ts";

const read = (query: string) => periodOf(new URLSearchParams(query));

describe("the period of a statement", () => {
  test.each([
    ["", null, null, "all time", ""],
    ["period=all", null, null, "all time", ""],
    ["period=2026", "2026-01-01", "2026-12-31", "2026", "?period=2026"],
    ["period=2024-02", "2024-02-01", "2024-02-29", "February 2024", "?period=2024-02"],
    ["period=2026-13", null, null, "all time", ""],
    ["period=__proto__", null, null, "all time", ""],
    [
      "period=range&from=2026-03-05&until=2026-03-05",
      "2026-03-05",
      "2026-03-05",
      "5 March 2026 to 5 March 2026",
      "?period=range&from=2026-03-05&until=2026-03-05",
    ],
  ])("%s", (query, from, until, label, address) => {
    const found = read(query);
    expect(found).toMatchObject({ from, until, label });
    expect(found && periodQuery(found)).toBe(address);
  });

  test.each([
    "from=2026-03-05",
    "from=2026-03-05&until=2026-03-04",
    "from=2026-02-30&until=2026-03-04",
    "from=x&until=y",
  ])("a range of %s is none", (query) => expect(read(`period=range&${query}`)).toBeNull());

  test("the choices begin where the work began", () => {
    expect(periodChoices("2025-12-20", "2026-02-03").map(({ label }) => label)).toEqual([
      "All time",
      "2026 to today",
      "2025",
      "February 2026",
      "January 2026",
      "December 2025",
    ]);
    expect(periodChoices("2010-01-01", "2026-03-31")).toHaveLength(1 + 10 + 12);
  });
});
