import { describe, expect, test } from "vitest";
import { isAlive, isExhausted, waitAfter } from "./lifetimes.ts";
import { nameProblem, tidyName } from "./person-fields.ts";

describe("waits after failures in a row", () => {
  test.each([
    [0, 0],
    [1, 0],
    [4, 0],
    [5, 1],
    [6, 2],
    [7, 4],
    [8, 8],
    [14, 512],
    [15, 900],
    [99, 900],
  ])("%i failures: %i seconds", (failures, seconds) => {
    expect(waitAfter(failures)).toBe(seconds);
  });

  test("after 100 only a new password helps", () => {
    expect([isExhausted(99), isExhausted(100)]).toEqual([false, true]);
  });
});

describe("a session lives", () => {
  const hour = 3_600_000;
  const start = new Date("2026-03-10T12:00:00Z");
  const at = (hours: number) => new Date(start.getTime() + hours * hour);
  test.each([
    [1, 0, 14 * 24 - 0.01, true],
    [1, 0, 14 * 24, false],
    [1, 29 * 24, 30 * 24 - 0.01, true],
    [1, 29 * 24, 30 * 24, false],
    [2, 0, 23.9, true],
    [2, 0, 24, false],
    [2, 167, 168, false],
    [3, 0, 0.9, true],
    [3, 0, 1, false],
    [3, 11.5, 11.9, true],
    [3, 11.5, 12, false],
  ] as const)("role %i, last seen after %d h, at %d h: %s", (role, seen, now, alive) => {
    expect(isAlive({ createdAt: start, seenAt: at(seen) }, role, at(now))).toBe(alive);
  });
});

describe("names and addresses", () => {
  test.each([
    ["  Linh   Tran ", "Linh Tran", null],
    ["Élodie", "Élodie", null],
    ["李小龍", "李小龍", null],
    ["علی\u200cرضا", "علی\u200cرضا", null],
    ["Ann ❤️", "Ann ❤️", null],
    ["=cmd()", "=cmd()", null],
    ["<b>Bob</b>", "<b>Bob</b>", null],
    ["", "", "Write a name."],
    ["   ", "", "Write a name."],
    ["x".repeat(101), "x".repeat(101), "Use 100 characters or fewer."],
  ])("%j", (typed, tidy, problem) => {
    expect(tidyName(typed)).toBe(tidy);
    expect(nameProblem(typed)).toBe(problem);
  });

  test.each([
    "Bob\r\nBcc: x@y.z",
    "Bob\u0000",
    "Bob\u202Etxt",
    "\u2066Bob",
    "An\u200bna",
    "Anna\u200d",
    "\ufeffBob",
    "B\u00adob",
  ])("%j cannot be shown", (typed) => {
    expect(nameProblem(typed)).toContain("cannot be shown");
  });
});
