import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatDecimal } from "./decimal.ts";
import { readAmount, readCount, readDecimal, readPercent, type TypedNumber } from "./typed-values.ts";

type Reader = (text: string) => TypedNumber;

/** The lines of one part of the table: what is typed, and what it means. */
function linesOf(part: number): [typed: string, meaning: string][] {
  const parts = readFileSync(new URL("typed-number.cases.txt", import.meta.url), "utf8").split(/^#.*\n/m);
  const lines = (parts[part + 1] ?? "").split("\n").filter(Boolean);
  return lines.map((line) => {
    const [typed = "", meaning = ""] = line.split("\t");
    return [typed, meaning];
  });
}

const meant = (read: Reader) => (text: string) => {
  const found = read(text);
  return found.ok ? String(found.value) : "refuse";
};

test.each([
  ["amounts", 0, readAmount, 50],
  ["percents", 1, readPercent, 7],
  ["counts", 2, readCount, 6],
] as const)("every line of the table of %s is read as it says", (_, part, read, least) => {
  const lines = linesOf(part);
  expect(lines.length).toBeGreaterThanOrEqual(least);
  expect(lines.map(([typed]) => [typed, meant(read)(typed)])).toEqual(lines);
});

test.each([
  ["0,50", "Write a point where you wrote the comma: 0.50. A comma only groups thousands."],
  ["0,500", "Write a point where you wrote the comma: 0.500. A comma only groups thousands."],
  ["1.234,50", "Write a point where you wrote the comma: 1,234.50. A comma only groups thousands."],
  ["-5", "Write an amount in US dollars without a minus, like 112.50."],
  ["$-5", "Write an amount in US dollars without a minus, like 112.50."],
  ["92.405", "Write at most 2 digits after the point, like 112.50."],
  ["92.40 EUR", "Write an amount in US dollars, like 112.50."],
  ["", "Write an amount in US dollars, like 112.50."],
])("%s is refused as an amount with its reason", (text, message) => {
  expect(readAmount(text)).toEqual({ ok: false, message });
});

test("a mark stands once, before or after", () => {
  expect(["$5", "5 usd", "+5", "5+"].map(meant(readAmount))).toEqual(["500", "500", "500", "500"]);
  expect(["$5 USD", "$$5", "USD", "$", "5 5", "% 5"].map(meant(readAmount))).toEqual(Array(6).fill("refuse"));
});

test("an amount is a safe number of cents at any length", () => {
  expect(readAmount("9999999999999.99")).toEqual({ ok: true, value: 999_999_999_999_999 });
  expect(readAmount("99999999999999").ok).toBe(false);
  expect(readAmount(`${"9,999".repeat(40)}`).ok).toBe(false);
  expect(readAmount(`9${",999".repeat(40)}`).ok).toBe(false);
});

test("a count has bounds, and says them", () => {
  expect(readCount("0", { least: 1, most: 2_000 })).toEqual({
    ok: false,
    message: "Write a whole number from 1 to 2,000.",
  });
  expect(readCount("2,000", { least: 1, most: 2_000 })).toEqual({ ok: true, value: 2_000 });
  expect(readCount("7,5").ok).toBe(false);
});

test("prices and factors keep up to four decimals", () => {
  const shown = (text: string) => {
    const found = readDecimal(text);
    return found.ok ? formatDecimal(found.value) : "refuse";
  };
  expect(["1,200.00", "$16.50", "0.7525", ".5"].map(shown)).toEqual(["1200", "16.5", "0.7525", "0.5"]);
  expect(["0,75", "1,5", "1e3", "-1", "0.12345"].map(shown)).toEqual(Array(5).fill("refuse"));
});
