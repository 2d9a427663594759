import { expect, test } from "vitest";
import { balancesOf, settle } from "../domain/ledger.ts";
import { refundable, refundSent } from "../domain/refund-postings.ts";
import { type Books, ledgerToBe } from "./books.ts";

type Refund = Books["refunds"][number];
const promised = (cents: number): Refund => ({ kind: "order", state: "waiting", cents, paidBy: "nobody" }) as Refund;
const books = (refunds: readonly Refund[]): Books => {
  const received = [settle(10_000)];
  const elsewhere = refundSent(7_000, balancesOf(received), "operator", 50);
  return { charges: [], attempts: [], settlements: [], refunds, ledger: [...received, elsewhere] };
};

test("promised refunds count as gone", () => {
  expect(refundable(balancesOf(ledgerToBe(books([promised(1_000)]), 50)))).toBe(2_000);
});

test("what was promised before a provider or bank took the money stops nothing that comes after it", () => {
  const left = balancesOf(ledgerToBe(books([promised(2_000), promised(6_000)]), 50));
  expect(refundable(left)).toBe(0);
  expect(left.refunds).toBe(15_000);
});
