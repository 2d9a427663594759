import { describe, expect, test } from "vitest";
import type { MoneyEffect } from "#src/modules/orders/index.ts";
import { percentOf } from "#src/shared/money.ts";
import {
  balancesOf,
  brokenEquations,
  providerFee,
  refundSurplus,
  refundTip,
  release,
  settle,
  sumsToZero,
  surplus,
  type Transaction,
  tip,
  transaction,
} from "./ledger.ts";
import { carryOut } from "./money-after.ts";
import { chargeback, refund, refundable, reversed, surplusChargeback } from "./refund-postings.ts";

const paid: readonly Transaction[] = [settle(10_001)];
const moneyAfter = (effect: MoneyEffect, past = paid) => balancesOf([...past, ...carryOut(effect, past, 50)]);
const refundPaidBy = (
  cents: number,
  bearer: "nobody" | "client" | "writer" | "operator",
  writerBaseCents: number,
): MoneyEffect => ({
  kind: "refund",
  cents,
  bearer,
  writerBaseCents,
  percent: 0,
  rule: "",
});
const credit = (cents: number, bearer: "writer" | "operator"): MoneyEffect => ({
  kind: "credit",
  cents,
  waivedCents: 0,
  bearer,
  rule: "",
});
const releaseAll: MoneyEffect = { kind: "released" };

describe("postings", () => {
  test("each sums to zero and leaves out rows of zero", () => {
    const all = [
      settle(5),
      surplus(5),
      refundSurplus(5),
      providerFee(5),
      release(5, 2),
      refund(5, balancesOf([settle(5)]), "nobody", 50),
    ];
    for (const one of all) expect(sumsToZero(one), one.kind).toBe(true);
    expect(settle(0).postings).toEqual([]);
    expect(release(5, 5).postings).toEqual([
      { account: "held", cents: -5 },
      { account: "writer", cents: 5 },
    ]);
  });

  test("one that does not sum to zero, a part of a cent, and a negative amount are bugs", () => {
    expect(() => transaction("settle", { client: -5, held: 4 })).toThrow(RangeError);
    expect(() => settle(0.5)).toThrow(RangeError);
    expect(() => settle(-1)).toThrow(RangeError);
    expect(() => refund(6, balancesOf([settle(5)]), "nobody", 50)).toThrow(RangeError);
  });

  test("the equations name what is broken", () => {
    expect(brokenEquations(balancesOf([settle(5)]))).toEqual([]);
    expect(brokenEquations({ ...balancesOf([settle(5)]), held: 4 })).toEqual(["the parts are not what was received"]);
    expect(brokenEquations(balancesOf([settle(5), release(6, 3)]))).toEqual(["held is below zero"]);
  });
});

test("half a cent of the share goes up to the writer, the operator has the rest", () => {
  expect(percentOf(10_001, 50)).toBe(5_001);
  expect(percentOf(10_000, 33)).toBe(3_300);
  expect(percentOf(1, 49)).toBe(0);
  expect(percentOf(1, 50)).toBe(1);
  expect(moneyAfter(releaseAll)).toMatchObject({ held: 0, writer: 5_001, operator: 5_000 });
});

describe("a tip goes back", () => {
  test.each([
    [500, -500, 0],
    [200, -200, -300],
    [0, 0, -500],
    [-700, 0, -500],
  ])("of 500 cents, while the writer has %i", (has, writer, operator) => {
    const balances = balancesOf([tip(500), refundTip(500, has)]);
    expect(balances).toMatchObject({ refunds: 500, writer: 500 + writer, operator });
  });
});

describe("who pays a refund before the release", () => {
  test("unstarted work: all back, nobody earns", () => {
    expect(moneyAfter(refundPaidBy(10_001, "nobody", 0))).toMatchObject({
      held: 0,
      refunds: 10_001,
      writer: 0,
      operator: 0,
    });
  });
  test("a change of mind leaves the writer the kept part by share", () => {
    expect(moneyAfter(refundPaidBy(7_001, "client", 3_000))).toMatchObject({
      held: 0,
      refunds: 7_001,
      writer: 1_500,
      operator: 1_500,
    });
  });
  test("the writer's fault leaves the writer nothing", () => {
    expect(moneyAfter(refundPaidBy(4_000, "writer", 0))).toMatchObject({
      held: 0,
      refunds: 4_000,
      writer: 0,
      operator: 6_001,
    });
  });
  test("the operator's fault is paid by the operator", () => {
    expect(moneyAfter(refundPaidBy(10_001, "operator", 5_000))).toMatchObject({
      held: 0,
      refunds: 10_001,
      writer: 2_500,
      operator: -2_500,
    });
  });
  test("a late credit by the writer comes off the writer's part, one by the operator off the operator's", () => {
    const byWriter = [...paid, ...carryOut(credit(1_000, "writer"), paid, 50)];
    expect(moneyAfter(releaseAll, byWriter)).toMatchObject({ refunds: 1_000, writer: 4_001, operator: 5_000 });
    const byOperator = [...paid, ...carryOut(credit(1_000, "operator"), paid, 50)];
    expect(moneyAfter(releaseAll, byOperator)).toMatchObject({ refunds: 1_000, writer: 5_001, operator: 4_000 });
    const all = [...paid, ...carryOut(credit(8_000, "writer"), paid, 50)];
    expect(moneyAfter(releaseAll, all)).toMatchObject({ refunds: 8_000, writer: 0, operator: 2_001 });
  });
});

describe("who pays a refund after the release", () => {
  const released = [...paid, release(10_001, 5_001)];
  const back = (cents: number, bearer: "client" | "writer" | "operator") =>
    balancesOf([...released, refund(cents, balancesOf(released), bearer, 50)]);

  test("writer, operator, or both by share; the writer never more than was given", () => {
    expect(back(1_000, "writer")).toMatchObject({ writer: 4_001, operator: 5_000, refunds: 1_000 });
    expect(back(8_000, "writer")).toMatchObject({ writer: 0, operator: 2_001, refunds: 8_000 });
    expect(back(1_000, "operator")).toMatchObject({ writer: 5_001, operator: 4_000, refunds: 1_000 });
    expect(back(1_000, "client")).toMatchObject({ writer: 4_501, operator: 4_500, refunds: 1_000 });
  });
});

describe("chargebacks and surplus", () => {
  test("a chargeback takes held money first; a won one is reversed to the cent", () => {
    const taken = chargeback(10_001, balancesOf(paid), "operator", 50);
    const lost = balancesOf([...paid, taken]);
    expect(lost).toMatchObject({ held: 0, chargebacks: 10_001 });
    expect(brokenEquations(lost)).toEqual([]);
    expect(balancesOf([...paid, taken, reversed(taken)])).toEqual(balancesOf(paid));
    expect(() => reversed(settle(1))).toThrow("cannot be reversed");
  });

  test("a bank that takes more than is left makes a loss of the operator's, and the books hold", () => {
    const back = [...paid, refund(9_000, balancesOf(paid), "nobody", 50)];
    const lost = balancesOf([...back, chargeback(10_001, balancesOf(back), "operator", 50)]);
    expect(lost).toMatchObject({ held: 0, operator: -9_000, refunds: 9_000, chargebacks: 10_001 });
    expect(brokenEquations(lost)).toEqual([]);
  });

  test("of a surplus the bank takes what is still here, of a tip nothing of the writer's", () => {
    expect(surplusChargeback(500, 300).postings).toEqual([
      { account: "surplus", cents: -300 },
      { account: "operator", cents: -200 },
      { account: "chargebacks", cents: 500 },
    ]);
    const taken = surplusChargeback(500, 0);
    expect(balancesOf([tip(500), taken])).toMatchObject({ writer: 500, operator: -500, chargebacks: 500 });
    expect(balancesOf([tip(500), taken, reversed(taken)])).toEqual(balancesOf([tip(500)]));
  });

  test("the writer is paid for work whose payment the operator lost", () => {
    const lost = [...paid, chargeback(10_001, balancesOf(paid), "operator", 50)];
    expect(moneyAfter(releaseAll, lost)).toMatchObject({ held: 0, writer: 5_001, operator: -5_001 });
  });

  test("surplus is apart: it is neither held nor refundable as the order's money", () => {
    const twice = balancesOf([...paid, surplus(10_001)]);
    expect(twice).toMatchObject({ held: 10_001, surplus: 10_001 });
    expect(refundable(twice)).toBe(10_001);
    const back = balancesOf([...paid, surplus(10_001), refundSurplus(10_001)]);
    expect(back).toMatchObject({ surplus: 0, refunds: 10_001, held: 10_001 });
    expect(brokenEquations(back)).toEqual([]);
  });

  test("the provider's fee is the operator's", () => {
    const balances = balancesOf([...paid, providerFee(320), release(10_001, 5_001)]);
    expect(balances).toMatchObject({ fees: 320, operator: 4_680, writer: 5_001 });
    expect(brokenEquations(balances)).toEqual([]);
  });
});
