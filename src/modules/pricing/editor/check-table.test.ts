import { expect, test } from "vitest";
import { defaultPricingTable } from "../domain/default-table.ts";
import { checkPricingTable } from "./check-table.ts";

type Json = { [key: string]: Json } & Json[];

/** The defaults with one place replaced (or removed, with undefined). */
const withValue = (path: string, value: unknown): unknown => {
  const copy: Json = JSON.parse(JSON.stringify(defaultPricingTable));
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const parent = keys.reduce((at, key) => at[key]!, copy);
  if (value === undefined) delete parent[last];
  else Object.defineProperty(parent, last, { value, enumerable: true, configurable: true, writable: true });
  return copy;
};

const wrong = (path: string, value: unknown): string[] => {
  const checked = checkPricingTable(withValue(path, value));
  return checked.ok ? [] : checked.errors.map((error) => `${error.path}: ${error.message}`);
};

test("numbers are taken like text and become their shortest text", () => {
  const checked = checkPricingTable(withValue("nonTech.citationFee", 1.75));
  expect(checked.ok && checked.table.nonTech.citationFee).toBe("1.75");
  const text = checkPricingTable(withValue("nonTech.citationFee", "1.7500"));
  expect(text.ok && text.table.nonTech.citationFee).toBe("1.75");
  expect(wrong("nonTech.citationFee", 0)).toEqual([]);
});

test.each([
  null,
  "",
  "x",
  -1,
  "-1",
  0,
  "0",
  1e21,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  0.1 + 0.2,
  "1.23456",
  true,
  [],
  {},
  "20000.01",
])("%j is not a rate", (value) => {
  expect(wrong("nonTech.subjects.2.1", value)).toEqual([
    "nonTech.subjects.Psychology: Enter a number from 0.01 to 20000, with at most four decimals.",
  ]);
  expect(wrong("quizTests.quiz", value)).toHaveLength(1);
});

test("a factor has its own bounds", () => {
  expect(wrong("nonTech.spacing.double", "20.1")).toEqual([
    "nonTech.spacing.double: Enter a number from 0.01 to 20, with at most four decimals.",
  ]);
});

test.each([
  "coursework",
  "nonTech.default",
  "nonTech.orderType.editing",
  "technical.deadlineHours",
  "technical.deadlineHours.beyond",
  "technical.programming.projectType",
  "technical.calculations.baseMultiplier",
  "quizTests.tiers.high",
  "quizTests.tiers.high.subjects",
])("%s may not be missing, and that is reported once", (path) => {
  expect(wrong(path, undefined)).toEqual([`${path}: This value is missing.`]);
});

test.each([
  "extra",
  "nonTech.extra",
  "nonTech.orderType.rewriting",
  "technical.programming.projectSize.huge",
  "__proto__",
  "nonTech.orderType.constructor",
])("%s is not known", (path) => {
  expect(wrong(path, "1")).toEqual([`${path}: This name is not known here.`]);
});

test.each([
  ["nonTech.deadlineDays.upTo.1.0", 1],
  ["nonTech.deadlineDays.upTo.1.0", 1.5],
  ["nonTech.deadlineDays.upTo.4.0", 366],
  ["technical.deadlineHours.upTo.0.0", 0],
  ["technical.deadlineHours.upTo.0.0", "12"],
  ["technical.deadlineHours.upTo.0", null],
])("the bound %s cannot be %j", (path, value) => {
  const [message] = wrong(path, value);
  expect(message).toMatch(/Enter a whole number above \d+, at most (365|8760), and a multiplier\.$/);
});

test("lists are not empty, not endless, and name nothing twice", () => {
  expect(wrong("nonTech.subjects", [])).toEqual(["nonTech.subjects: This list must have 1 to 200 entries."]);
  expect(wrong("nonTech.subjects", { Psychology: 15 })).toHaveLength(1);
  expect(wrong("nonTech.subjects", Array(201).fill(["a", "1"]))).toHaveLength(1);
  expect(wrong("technical.deadlineHours.upTo", [])).toHaveLength(1);
  expect(wrong("nonTech.subjects.1.0", "Literature")).toEqual(["nonTech.subjects.1: This name is in the list twice."]);
  expect(wrong("quizTests.tiers.premium.subjects.0", "History")).toEqual([
    "quizTests.tiers.premium.subjects.0: This name is in the list twice.",
  ]);
});

test.each([[""], [" Law"], ["x".repeat(81)], ["a\nb"], [7]])("%j is not a name", (name) => {
  expect(wrong("coursework.subjects.0.0", name)[0]).toBe("coursework.subjects.0: Enter a name of 1 to 80 characters.");
});

test.each([[undefined], [null], [[]], ["table"], [7]])("%j is not a document", (value) => {
  expect(checkPricingTable(value)).toEqual({
    ok: false,
    errors: [{ path: "", message: "This part is not an object." }],
  });
});
