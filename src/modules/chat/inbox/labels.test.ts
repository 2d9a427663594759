import { expect, test } from "vitest";
import { cityOfZone, closableText, waitLabel, whenLabel } from "./labels.ts";

const clock = { now: new Date("2026-03-10T22:30:00Z"), zone: "Europe/Berlin" };

test.each([
  ["2026-03-10T20:34:00Z", "21:34"],
  ["2026-03-09T22:40:00Z", "Mon"],
  ["2026-03-10T23:10:00Z", "Wed"],
  ["2026-03-04T12:00:00Z", "4 March"],
  ["2025-03-04T12:00:00Z", "4 March 2025"],
])("%s is shown as %s", (at, text) => {
  expect(whenLabel(new Date(at), clock)).toBe(text);
});

test("waiting, counts and places in words", () => {
  const target = 70 * 60_000;
  expect(waitLabel(new Date("2026-03-10T22:29:30Z"), clock.now, target)).toEqual({
    short: "just now",
    text: "just now",
    over: false,
  });
  expect(waitLabel(new Date("2026-03-10T21:20:00Z"), clock.now, target)).toEqual({
    short: "1\u00a0h",
    text: "waits 1\u00a0h",
    over: false,
  });
  expect(waitLabel(new Date("2026-03-10T20:20:00Z"), clock.now, target)).toEqual({
    short: "2\u00a0h",
    text: "waits 2\u00a0h, over target",
    over: true,
  });
  expect(cityOfZone("America/Argentina/Buenos_Aires")).toBe("Buenos Aires");
});

test("closing says how many it skips, and why", () => {
  expect(closableText({ all: 3, whys: [] })).toBe("Each person reads that the chat is closed.");
  const whys = ["held by Petra", "closed already", "held by Petra"];
  expect(closableText({ all: 5, whys })).toBe("2 can be closed. Skipped: 2 held by Petra, 1 closed already.");
});
