import { expect, test } from "vitest";
import { nextVersion } from "./versions.ts";

test.each([
  ["the first of a month", "2026-12-01", ["2026-11-3"], "2026-12-1"],
  ["the next of the same month", "2026-11-30", ["2026-11-3", "2026-11-10", "2026-10-12"], "2026-11-11"],
  ["beside one that is no such version", "2026-11-30", ["1", "2026-11-x"], "2026-11-1"],
])("%s", (_what, date, versions, next) => {
  expect(nextVersion(date, versions)).toBe(next);
});
