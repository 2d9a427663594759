import { expect, test } from "vitest";
import { type PaidWork, similarPrices, suggestedCents } from "./guide-price.ts";

const paid: readonly PaidWork[] = [
  { subject: "History", pages: 10, cents: 20_000 },
  { subject: "history ", pages: 8, cents: 12_000 },
  { subject: "Music", pages: 4, cents: 6_000 },
  { subject: "Music", pages: null, cents: 9_000 },
  { subject: null, pages: 40, cents: 90_000 },
];

test.each([
  // 8 and 10 pages of History: 1,500 and 2,000 a page, the lower one is the nearest rank of the middle.
  [
    "History",
    10,
    { n: 2, by: "subject and length", cents: { low: 12_000, middle: 12_000, high: 20_000 }, forPages: 15_000 },
  ],
  ["Law", 5, { n: 3, by: "length", cents: { low: 6_000, middle: 12_000, high: 20_000 }, forPages: 7_500 }],
  ["Music", null, { n: 2, by: "subject", cents: { low: 6_000, middle: 6_000, high: 9_000 }, forPages: null }],
  ["Music", 90, { n: 2, by: "subject", cents: { low: 6_000, middle: 6_000, high: 9_000 }, forPages: 135_000 }],
  [null, null, { n: 5, by: "any", cents: { low: 9_000, middle: 12_000, high: 20_000 }, forPages: null }],
  ["Law", 500, { n: 0, by: "length", cents: null, forPages: null }],
  ["Law", null, { n: 0, by: "subject", cents: null, forPages: null }],
])("%s, %s pages", (subject, pages, expected) => {
  expect(similarPrices({ subject, pages }, paid)).toEqual(expected);
});

test("every figure is one of the prices, and says of how many", () => {
  for (let n = 0; n <= paid.length; n += 1) {
    const { cents, n: counted } = similarPrices({ subject: null, pages: null }, paid.slice(0, n));
    expect(counted).toBe(n);
    for (const one of Object.values(cents ?? {})) expect(paid.slice(0, n).map((work) => work.cents)).toContain(one);
  }
});

test("a quote begins with the price of like work for its length, else with the list's, else with that of like work", () => {
  const list = [{ cents: 18_000 }, { cents: 25_000 }];
  expect(suggestedCents(list, similarPrices({ subject: "Music", pages: 6 }, paid))).toBe(9_000);
  expect(suggestedCents(list, similarPrices({ subject: "Art", pages: 500 }, paid))).toBe(18_000);
  expect(suggestedCents([], similarPrices({ subject: "Music", pages: null }, paid))).toBe(6_000);
  expect(suggestedCents([], similarPrices({ subject: null, pages: null }, paid))).toBeNull();
  expect(suggestedCents([], similarPrices({ subject: "Art", pages: null }, paid))).toBeNull();
});
