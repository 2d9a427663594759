import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type DiscountTerms,
  discountCents,
  discountFor,
  discountLine,
  leastPaymentCents,
  netCents,
  settledDiscount,
} from "./discount.ts";
import { changeDifference } from "./order-change.ts";
import type { OrderFacts } from "./order-facts.ts";
import { blankOrder } from "./order-in.test-support.ts";
import { refundFor } from "./refund-ladder.ts";

const percent = (share: number, capCents: number | null = null, minimumCents = 0): DiscountTerms => ({
  kind: "percent",
  percent: share,
  capCents,
  minimumCents,
});
const fixed = (cents: number, minimumCents = 0): DiscountTerms => ({ kind: "fixed", cents, minimumCents });
const coded = (priceCents: number, terms: DiscountTerms, ofCents: number | null = null) => ({
  priceCents,
  discount: { code: "AUTUMN10", terms, ofCents },
  shortfallCents: 0,
});

describe("what comes off a price", () => {
  test.each<[string, DiscountTerms, number, number]>([
    ["10% of 480.00", percent(10), 48_000, 4_800],
    ["10% of 126.00", percent(10), 12_600, 1_260],
    ["half a cent goes up: 15% of 61.71", percent(15), 6_171, 926],
    ["a cap", percent(10, 2_000), 48_000, 2_000],
    ["under the cap", percent(10, 2_000), 12_600, 1_260],
    ["exactly the minimum", percent(10, null, 12_600), 12_600, 1_260],
    ["a cent below the minimum", percent(10, null, 12_601), 12_600, 0],
    ["a fixed amount", fixed(2_000), 12_600, 2_000],
    ["a fixed amount above the price", fixed(2_000), 1_500, 1_500],
    ["all of it", percent(100), 12_600, 12_600],
    ["a rest of 0.50 is asked for", fixed(1_450), 1_500, 1_450],
    ["a rest of 0.49 is not", fixed(1_451), 1_500, 1_500],
    ["no price", fixed(2_000), 0, 0],
  ])("%s", (_, terms, priceCents, off) => {
    expect(discountFor(terms, priceCents)).toBe(off);
  });

  const termsArb: fc.Arbitrary<DiscountTerms> = fc.oneof(
    fc.record({
      kind: fc.constant("fixed" as const),
      cents: fc.integer({ min: 1, max: 1_000_000 }),
      minimumCents: fc.nat(50_000),
    }),
    fc.record({
      kind: fc.constant("percent" as const),
      percent: fc.integer({ min: 1, max: 100 }),
      capCents: fc.option(fc.integer({ min: 1, max: 100_000 })),
      minimumCents: fc.nat(50_000),
    }),
  );
  const price = fc.integer({ min: 1, max: 10_000_000 });

  test("it is never more than the price, and what is left can be paid or is nothing", () => {
    fc.assert(
      fc.property(termsArb, price, (terms, cents) => {
        const off = discountFor(terms, cents);
        expect(off).toBeGreaterThanOrEqual(0);
        expect(off).toBeLessThanOrEqual(cents);
        expect(off === 0 || cents - off === 0 || cents - off >= leastPaymentCents).toBe(true);
      }),
    );
  });

  test("after the payment a lower price never costs more, and never less than its share", () => {
    fc.assert(
      fc.property(termsArb, price, price, price, (terms, of, one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        const given = discountFor(terms, of);
        const net = (cents: number) => netCents(coded(cents, terms, of));
        expect(net(low)).toBeLessThanOrEqual(net(high));
        expect(discountCents(coded(low, terms, of))).toBeLessThanOrEqual(Math.min(low, given));
        expect(net(of)).toBe(of - given);
        if (low < of)
          expect(Math.abs(discountCents(coded(low, terms, of)) - (given * low) / of)).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  test("before the payment it follows today's price, at the payment it is fixed", () => {
    const order = coded(12_600, percent(10));
    expect(netCents({ ...order, priceCents: 9_240 })).toBe(8_316);
    const paid = { ...order, discount: settledDiscount(order) };
    expect(netCents({ ...paid, priceCents: 17_100 })).toBe(17_100 - 1_260);
  });
});

test.each<[string, ReturnType<typeof coded>, { cents: number; why: string } | null]>([
  ["percent", coded(48_000, percent(10)), { cents: -4_800, why: "10% of $480.00" }],
  ["capped", coded(48_000, percent(10, 2_000)), { cents: -2_000, why: "10% of $480.00, at most this much" }],
  ["fixed", coded(12_600, fixed(2_000)), { cents: -2_000, why: "A fixed amount" }],
  ["fixed above the price", coded(1_500, fixed(2_000)), { cents: -1_500, why: "All of the price" }],
  [
    "a rest too small to pay",
    coded(1_500, fixed(1_490)),
    { cents: -1_500, why: "All of it, because the rest would be too small to pay" },
  ],
  [
    "paid, then cheaper",
    coded(9_240, percent(10), 12_600),
    { cents: -924, why: "Less than before: the price was $126.00" },
  ],
  ["paid, then dearer", coded(17_100, percent(10), 12_600), { cents: -1_260, why: "10% of $126.00" }],
  ["below the minimum", coded(4_000, fixed(500, 5_000)), null],
])("the line of the slip says how it came about: %s", (_, order, line) => {
  expect(discountLine(order)).toEqual(line && { code: "AUTUMN10", ...line });
});

const start = new Date("2026-03-02T12:00:00Z");
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000);
/** The worked essay: 126.00 with 10% off, paid at once, 100 hours long. */
const running = (known: Partial<OrderFacts> = {}): OrderFacts =>
  blankOrder({
    ...{ id: "1", kind: "priced", clientId: "c", writerId: "w", status: "in_progress" },
    ...{ priceCents: 12_600, discount: coded(12_600, percent(10), 12_600).discount },
    ...{ confirmedAt: start, pricedAt: start, deadline: hours(100) },
    ...known,
  });

describe("refunds of a price with a code", () => {
  const stop = { wants: "stop" } as const;

  test.each<[string, Partial<OrderFacts>, number, number, number]>([
    ["nobody has started: all that was paid", { status: "assigned" }, 10, 11_340, 0],
    ["early, nothing opened: all that was paid", {}, 10, 11_340, 0],
    ["early, a draft opened: 30% of the price is kept", { draftOpened: true }, 10, 11_340 - 3_780, 3_780],
    ["later: half of the price is kept", {}, 60, 11_340 - 6_300, 6_300],
    ["the deadline missed: all that was paid", {}, 101, 11_340, 0],
  ])("%s", (_, known, at, cents, writerBaseCents) => {
    expect(refundFor(running(known), stop, hours(at))).toMatchObject({ cents, writerBaseCents });
  });

  test("more than the kept part came off: nothing goes back, and nothing below it", () => {
    const order = running({ discount: coded(12_600, percent(60), 12_600).discount });
    expect(refundFor(order, stop, hours(60))).toMatchObject({ cents: 0, writerBaseCents: 6_300 });
  });

  test("late work is made good in money, not with the discount; never above what was paid", () => {
    expect(refundFor(running(), { wants: "late-work" }, hours(101))).toMatchObject({ cents: 630, waivedCents: 0 });
    const nearlyFree = running({ discount: coded(12_600, fixed(12_500), 12_600).discount });
    expect(refundFor(nearlyFree, { wants: "late-work" }, hours(101))).toMatchObject({ cents: 100 });
  });
});

describe("changes of an order with a code", () => {
  test.each<[string, number, number]>([
    ["the price falls to 92.40: 30.24 go back, the discount falls with it", 9_240, -3_024],
    ["it rises to 171.00: 45.00 are charged, the discount stays", 17_100, 4_500],
    ["the same price", 12_600, 0],
  ])("%s", (_, cents, difference) => {
    expect(changeDifference(running(), { cents })).toBe(difference);
  });
});
