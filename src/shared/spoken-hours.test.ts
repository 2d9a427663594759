import { expect, test } from "vitest";
import { spokenHours } from "./spoken-hours.ts";

test.each([
  [2.6, "3 hours"],
  [23.7, "1 day"],
  [25, "1 day and 1 hour"],
  [116, "4 days and 20 hours"],
  [167.9, "7 days"],
])("%d hours are spoken as %s", (hours, words) => expect(spokenHours(hours)).toBe(words));
