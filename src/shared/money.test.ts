import { expect, test } from "vitest";
import { decimal } from "./decimal.ts";
import { formatChange, formatUsd, formatUsdExact, percentIn, percentOf, usdString } from "./money.ts";

test.each([
  [150_000, "$1,500.00", "1500.00"],
  [12_600, "$126.00", "126.00"],
  [5, "$0.05", "0.05"],
  [0, "$0.00", "0.00"],
  [-1170, "\u2212$11.70", "-11.70"],
  [123_456_789_01, "$123,456,789.01", "123456789.01"],
])("%i cents are %s and %s", (cents, people, machines) => {
  expect(formatUsd(cents)).toBe(people);
  expect(usdString(cents)).toBe(machines);
});

test("an effect says its direction, or that there is none", () => {
  expect([840, -1170, 0].map(formatChange)).toEqual(["+ $8.40", "\u2212 $11.70", "no change"]);
});

test("an exact amount keeps its decimals", () => {
  expect(["84", "16.125", "-0.5", "1234.5"].map((text) => formatUsdExact(decimal(text)))).toEqual([
    "$84.00",
    "$16.125",
    "\u2212$0.50",
    "$1,234.50",
  ]);
});

test.each([1.5, Number.NaN, 2 ** 60])("%d is refused as cents", (cents) => {
  expect(() => usdString(cents)).toThrow(RangeError);
  expect(() => formatUsd(cents)).toThrow(RangeError);
});

test.each([
  [10_001, 50, 5_001],
  [10_000, 33, 3_300],
  [1, 49, 0],
  [1, 50, 1],
  [12_345, 0, 0],
  [12_345, 100, 12_345],
])("of %i cents, %i percent are %i", (cents, percent, part) => {
  expect(percentOf(cents, percent)).toBe(part);
});

test("a part is given in whole percent, rounded down", () => {
  expect([percentIn(1, 3), percentIn(299, 300), percentIn(7, 7), percentIn(0, 0)]).toEqual([33, 99, 100, 0]);
});
