import { expect, test } from "vitest";
import type { Books } from "../settling/books.ts";
import { refundParts } from "./refund-rows.ts";

type Settlement = Books["settlements"][number];
type Refund = Books["refunds"][number];

const paid = (id: string, cents: number, verdict: Settlement["verdict"] = "settle") =>
  ({ id, cents, verdict }) as Settlement;
const back = (settlementId: string, cents: number, state: Refund["state"] = "succeeded") =>
  ({ settlementId, cents, state }) as Refund;
const partsOf = (cents: number, settlements: readonly Settlement[], refunds: readonly Refund[] = []) =>
  refundParts(cents, { settlements, refunds }).map(({ settlement, cents: part }) => [settlement.id, part]);

test("a refund takes the newest payment first, and only of the price", () => {
  const payments = [
    paid("first", 3_000),
    paid("second", 7_000),
    paid("tip", 900, "tip"),
    paid("extra", 500, "surplus"),
  ];
  expect(partsOf(6_000, payments)).toEqual([["second", 6_000]]);
  expect(partsOf(8_000, payments)).toEqual([
    ["second", 7_000],
    ["first", 1_000],
  ]);
  expect(partsOf(20_000, payments)).toEqual([
    ["second", 7_000],
    ["first", 3_000],
  ]);
  expect(partsOf(0, payments)).toEqual([]);
});

test("of a payment that partly went back, or whose refund is promised, the rest alone is left", () => {
  const payments = [paid("first", 3_000), paid("second", 7_000)];
  const gone = [back("second", 2_500), back("second", 1_500, "waiting"), back("first", 2_999, "failed")];
  expect(partsOf(5_000, payments, gone)).toEqual([
    ["second", 3_000],
    ["first", 1],
  ]);
  expect(partsOf(1_000, payments, [back("second", 7_000)])).toEqual([["first", 1_000]]);
});
