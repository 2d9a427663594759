import { expect, test } from "vitest";
import { add, compare, decimal, formatDecimal, multiply, parseDecimal, subtract, toCents, whole } from "./decimal.ts";

test.each(["", " 1", "1e3", "+1", ".5", "5.", "1,5", "0x1", "--1", "NaN", "Infinity", "1".repeat(31)])(
  "%j is not a decimal",
  (text) => {
    expect(parseDecimal(text)).toBeNull();
    expect(() => decimal(text)).toThrow(RangeError);
  },
);

test("arithmetic is exact where binary floats are not", () => {
  expect(formatDecimal(add(decimal("0.1"), decimal("0.2")))).toBe("0.3");
  expect(formatDecimal(multiply(decimal("1.1"), decimal("1.1")))).toBe("1.21");
  expect(formatDecimal(subtract(decimal("27.3"), decimal("39")))).toBe("-11.7");
  expect(formatDecimal(multiply(whole(3), decimal("0.005")))).toBe("0.015");
  expect(compare(decimal("1.10"), decimal("1.1"))).toBe(0);
  expect(compare(decimal("1.09"), decimal("1.1"))).toBeLessThan(0);
  expect(compare(decimal("2"), decimal("-10"))).toBeGreaterThan(0);
});

test.each([
  ["1.100", 0, "1.1"],
  ["126", 2, "126.00"],
  ["-0.05", 0, "-0.05"],
  ["0", 2, "0.00"],
  ["-0.00", 2, "0.00"],
  ["1200", 0, "1200"],
  ["16.125", 2, "16.125"],
])("%s with at least %i places is %s", (text, places, shown) => {
  expect(formatDecimal(decimal(text), places)).toBe(shown);
});

test.each([
  ["43.125", 4313],
  ["-43.125", -4313],
  ["43.1249999999999999999", 4312],
  ["0.005", 1],
  ["-0.005", -1],
  ["0.00499", 0],
  ["1.005", 101],
  ["126", 12600],
])("%s dollars are %i cents", (text, cents) => {
  expect(toCents(decimal(text))).toBe(cents);
});
