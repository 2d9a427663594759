import fc from "fast-check";
import { type DiscountTerms, discountFor, type OrderFacts } from "#src/modules/orders/index.ts";
import type { Charge } from "./charges.ts";

const moveArb = fc.record({
  pick: fc.nat(1_000),
  jump: fc.oneof(fc.constant("timer" as const), fc.integer({ min: 0, max: 200 })),
  part: fc.integer({ min: 0, max: 100 }),
  flag: fc.boolean(),
  wait: fc.boolean(),
  side: fc.constantFrom(
    "none",
    "open-page",
    "open-draft",
    "refuse-mail",
    "surplus",
    "fee",
    "transfer",
    "payout",
    "goodwill",
    "rest",
  ),
});
export type Move = typeof moveArb extends fc.Arbitrary<infer T> ? T : never;

const minimumCents = fc.constantFrom(0, 10_000, 200_000);
const codeArb: fc.Arbitrary<DiscountTerms> = fc.oneof(
  fc.record({ kind: fc.constant("fixed" as const), cents: fc.integer({ min: 1, max: 300_000 }), minimumCents }),
  fc.record({
    kind: fc.constant("percent" as const),
    percent: fc.integer({ min: 1, max: 100 }),
    capCents: fc.option(fc.integer({ min: 1, max: 100_000 })),
    minimumCents,
  }),
);

/** A whole life of an order: what it costs, and what happens to it. */
export const lifeArb = fc.record({
  custom: fc.boolean(),
  price: fc.integer({ min: 1, max: 500_000 }),
  pages: fc.integer({ min: 1, max: 60 }),
  leadHours: fc.integer({ min: 3, max: 900 }),
  share: fc.integer({ min: 0, max: 100 }),
  /** The promotion code that was entered before the payment. */
  code: fc.option(codeArb),
  moves: fc.array(moveArb, { minLength: 5, maxLength: 40 }),
});
export type Life = typeof lifeArb extends fc.Arbitrary<infer T> ? T : never;

/** A code took off all of the price that was paid. */
export const isFree = ({ confirmedAt, discount }: OrderFacts): boolean =>
  confirmedAt !== null &&
  discount?.ofCents != null &&
  discountFor(discount.terms, discount.ofCents) === discount.ofCents;

export const chargesOf = (order: OrderFacts): Charge[] =>
  isFree(order) ? [{ id: "1", purpose: "full", cents: 0, currency: "USD", state: "settled" }] : [];
