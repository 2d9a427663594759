import { expect, test } from "vitest";
import { secondsToWait } from "./limits.ts";

const hour = 3600;
test.each([
  ["nothing yet", { most: 3, seconds: hour }, { count: 0, before: 0, passed: 0 }, 0],
  ["the last that fits", { most: 3, seconds: hour }, { count: 2, before: 0, passed: 10 }, 0],
  [
    "full: until a third has left the window after",
    { most: 3, seconds: hour },
    { count: 3, before: 0, passed: 600 },
    3000 + 1200,
  ],
  [
    "full a moment ago: the new window is no new start",
    { most: 4, seconds: hour },
    { count: 0, before: 4, passed: 0 },
    900,
  ],
  ["a part has left", { most: 4, seconds: hour }, { count: 0, before: 4, passed: 900 }, 0],
  ["and was used again", { most: 4, seconds: hour }, { count: 1, before: 4, passed: 900 }, 900],
  [
    "refused uses make no wait longer",
    { most: 4, seconds: hour },
    { count: 900, before: 900, passed: 600 },
    3000 + 900,
  ],
  ["one in all", { most: 1, seconds: hour }, { count: 1, before: 0, passed: 600 }, 3000 + hour],
])("%s", (_what, limit, counted, wait) => expect(secondsToWait(limit, counted)).toBeCloseTo(wait, 6));

test("a request after the announced wait is admitted, and no hour admits much more than the limit", () => {
  for (const most of [1, 2, 3, 5, 20, 300]) {
    const windows = new Map<number, number>();
    const let_in: number[] = [];
    let now = 0;
    while (now < 20 * hour) {
      const window = Math.floor(now / hour);
      const counted = { count: windows.get(window) ?? 0, before: windows.get(window - 1) ?? 0, passed: now % hour };
      windows.set(window, counted.count + 1);
      const wait = secondsToWait({ most, seconds: hour }, counted);
      if (wait === 0) let_in.push(now);
      else windows.set(window, counted.count);
      now += Math.ceil(wait);
    }
    for (const at of let_in)
      expect(let_in.filter((one) => one >= at && one < at + hour).length).toBeLessThanOrEqual(
        Math.ceil(most * 1.25) + 1,
      );
    expect(let_in.length).toBeGreaterThanOrEqual(most * 10);
  }
});
