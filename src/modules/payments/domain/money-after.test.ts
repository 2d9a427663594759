import { describe, expect, test } from "vitest";
import { givenBack, refundByDecision } from "#src/modules/orders/index.ts";
import { balancesOf, settle } from "./ledger.ts";
import { type MoneyNow, moneyAfter, outcomeOf } from "./money-after.ts";

const paid = (cents: number, share = 50): MoneyNow => ({
  past: [settle(cents)],
  share,
  waived: { writer: 0, operator: 0 },
  discount: 0,
});
const priced = (cents: number) => ({
  priceCents: cents,
  discount: null,
  shortfallCents: 0,
  refundedCents: 0,
  unpaidCents: 0,
});
const bearers = ["client", "writer", "operator"] as const;
const amounts = [1, 9_999, 25_125];

describe("what a step leaves client, writer and operator", () => {
  test("adds up to what was paid, for every amount, share and bearer, held or released", () => {
    for (const cents of amounts)
      for (const share of [0, 33, 50, 100])
        for (const bearer of bearers)
          for (const back of [1, Math.floor(cents / 3), cents]) {
            const now = paid(cents, share);
            const atEnd = { ...now, past: [...now.past, ...release(now)] };
            const outcomes = [
              outcomeOf([refundByDecision(priced(cents), back, bearer)], now, false),
              outcomeOf([givenBack(back, bearer)], now, false),
              outcomeOf([givenBack(back, bearer)], atEnd, true),
            ];
            for (const outcome of outcomes) {
              expect(
                outcome.back + outcome.writer + outcome.operator,
                JSON.stringify({ cents, share, bearer, back }),
              ).toBe(cents);
              expect(outcome.back).toBe(back);
              expect(outcome.paid).toBe(cents - back);
            }
          }
  });

  test("the one who pays for it loses it: worked sums of 251.25", () => {
    const parts = (bearer: (typeof bearers)[number]) => {
      const { writer, writerLess, operator, operatorLess } = outcomeOf(
        [givenBack(10_000, bearer)],
        paid(25_125),
        false,
      );
      return { writer, writerLess, operator, operatorLess };
    };
    expect(parts("client")).toEqual({ writer: 7_563, writerLess: 5_000, operator: 7_562, operatorLess: 5_000 });
    expect(parts("writer")).toEqual({ writer: 2_563, writerLess: 10_000, operator: 12_562, operatorLess: 0 });
    expect(parts("operator")).toEqual({ writer: 12_563, writerLess: 0, operator: 2_562, operatorLess: 10_000 });
  });

  test("a promotion code is paid by the operator: worked sums of 126.00 with 12.60 off", () => {
    const now = { ...paid(11_340), discount: 1_260 };
    const terms = { kind: "fixed", cents: 1_260, minimumCents: 0 } as const;
    const order = { ...priced(12_600), discount: { code: "AUTUMN10", terms, ofCents: 12_600 } };
    const left = (effect: Parameters<typeof outcomeOf>[0]) => {
      const { back, writer, operator } = outcomeOf(effect, now, false);
      return { back, writer, operator };
    };
    expect(left([])).toEqual({ back: 0, writer: 6_300, operator: 5_040 });
    expect(left([refundByDecision(order, 99_999, "client")])).toEqual({ back: 11_340, writer: 0, operator: 0 });
    expect(left([refundByDecision(order, 5_040, "client")])).toEqual({ back: 5_040, writer: 3_150, operator: 3_150 });
    expect(left([refundByDecision(order, 5_040, "operator")])).toEqual({ back: 5_040, writer: 6_300, operator: 0 });
    expect(left([givenBack(1_000, "writer")])).toEqual({ back: 1_000, writer: 5_300, operator: 5_040 });
  });

  test("what went back before, paid by the writer, is known to what follows", () => {
    const now = paid(10_000);
    const late = moneyAfter([givenBack(1_000, "writer")], now);
    expect(late).toEqual({ client: 1_000, writer: 0, operator: 0, held: 9_000 });
    const past = [...now.past, ...backOf(now, 1_000)];
    expect(outcomeOf([], { ...now, past }, false)).toMatchObject({ back: 0, writer: 4_000, operator: 5_000 });
  });

  test("a released order gives back from both, and the writer never more than it had", () => {
    const now = paid(10_000);
    const after = { ...now, past: [...now.past, ...release(now)] };
    expect(outcomeOf([givenBack(8_000, "writer")], after, true)).toMatchObject({ writer: 0, operator: 2_000 });
  });
});

function release(now: MoneyNow) {
  const { writer, operator } = outcomeOf([], now, false);
  return [
    {
      kind: "release" as const,
      paidBy: null,
      postings: [
        { account: "held" as const, cents: -balancesOf(now.past).held },
        { account: "writer" as const, cents: writer },
        { account: "operator" as const, cents: operator },
      ],
    },
  ];
}

function backOf({ past }: MoneyNow, cents: number) {
  const held = balancesOf(past).held;
  expect(cents).toBeLessThanOrEqual(held);
  const postings = [
    { account: "held" as const, cents: -cents },
    { account: "refunds" as const, cents },
  ];
  return [{ kind: "refund" as const, paidBy: "writer" as const, postings }];
}
