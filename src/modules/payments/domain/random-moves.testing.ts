import fc from "fast-check";

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

/** A whole life of an order: what it costs, and what happens to it. */
export const lifeArb = fc.record({
  custom: fc.boolean(),
  price: fc.integer({ min: 1, max: 500_000 }),
  pages: fc.integer({ min: 1, max: 60 }),
  leadHours: fc.integer({ min: 3, max: 900 }),
  share: fc.integer({ min: 0, max: 100 }),
  moves: fc.array(moveArb, { minLength: 5, maxLength: 40 }),
});
export type Life = typeof lifeArb extends fc.Arbitrary<infer T> ? T : never;
