import { expect, test } from "vitest";
import { type Booked, compareDay, isEqual } from "./compare-day.ts";

const paid = (transaction: string, cents: number, currency = "USD"): Booked => ({ transaction, cents, currency });

test("the same payments in any order and in parts are no difference", () => {
  const found = compareDay([paid("a", 126), paid("b", 500)], [paid("b", 450), paid("a", 126), paid("b", 50)]);
  expect(found).toEqual({ payments: 2, theirCents: 626, ourCents: 626, onlyTheirs: 0, onlyOurs: 0, otherAmount: 0 });
  expect(isEqual({ ...found, unanswered: 0 })).toBe(true);
  expect(isEqual({ ...found, unanswered: 1 })).toBe(false);
});

test("sums that are equal by chance hide nothing", () => {
  const found = compareDay([paid("a", 100), paid("b", 50)], [paid("a", 50), paid("c", 100)]);
  expect(found).toMatchObject({ theirCents: 150, ourCents: 150, onlyTheirs: 1, onlyOurs: 1, otherAmount: 1 });
  expect(compareDay([paid("a", 100)], [paid("a", 100, "EUR")]).otherAmount).toBe(1);
  expect(compareDay([], [])).toMatchObject({ payments: 0, theirCents: 0 });
});
