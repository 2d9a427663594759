import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { percentOf } from "#src/shared/money.ts";
import { addEarnings, earningsOf, noEarnings, type Owned } from "./earnings.ts";
import { balancesOf, payOut, settle, type Transaction } from "./ledger.ts";
import { carryOut } from "./money-after.ts";
import { refund } from "./refund-postings.ts";

const owned = (ledger: readonly Transaction[], writerId = "w"): Owned[] =>
  ledger.map((one) => ({
    ...one,
    writerId: one.postings.some(({ account }) => account === "writer") ? writerId : null,
  }));

const half = { held: true, sharePercent: 50 };
const over = { held: false, sharePercent: 50 };

describe("a writer's money of one order", () => {
  const paid = [settle(12_601)];
  const released = [...paid, ...carryOut({ kind: "released" }, paid, 50)];

  test("is held while the order runs, earned after the window, then paid out", () => {
    expect(earningsOf(owned(paid), "w", half)).toEqual({
      heldCents: 6_301,
      earnedCents: 0,
      paidOutCents: 0,
      tipCents: 0,
    });
    expect(earningsOf(owned(released), "w", over)).toEqual({
      heldCents: 0,
      earnedCents: 6_301,
      paidOutCents: 0,
      tipCents: 0,
    });
    expect(earningsOf(owned([...released, payOut(6_301)]), "w", over)).toEqual({
      heldCents: 0,
      earnedCents: 0,
      paidOutCents: 6_301,
      tipCents: 0,
    });
  });

  test("is nothing of another writer's", () => {
    expect(earningsOf(owned(released, "other"), "w", over)).toEqual(noEarnings);
  });

  test("is less when the writer pays the refund, and whole when the operator does", () => {
    const back = (bearer: "writer" | "operator") => [...paid, refund(2_000, balancesOf(paid), bearer, 50)];
    expect(earningsOf(owned(back("writer")), "w", half).heldCents).toBe(4_301);
    expect(earningsOf(owned(back("operator")), "w", half).heldCents).toBe(6_301);
  });

  test("that was paid out and goes back is owed until the next payout, which sets it off", () => {
    const out = [...released, payOut(6_301)];
    const after = [...out, refund(12_601, balancesOf(out), "writer", 50)];
    expect(earningsOf(owned(after), "w", over)).toEqual({
      heldCents: 0,
      earnedCents: -6_301,
      paidOutCents: 6_301,
      tipCents: 0,
    });
    expect(balancesOf(after).operator).toBe(0);
    expect(earningsOf(owned([...after, payOut(-6_301)]), "w", over)).toEqual(noEarnings);
  });

  test("is never owed beyond what was paid out", () => {
    const out = [...released, payOut(6_301)];
    const first = [...out, refund(6_301, balancesOf(out), "writer", 50)];
    const second = [...first, refund(6_300, balancesOf(first), "writer", 50)];
    expect(earningsOf(owned(second), "w", over).earnedCents).toBe(-6_301);
  });

  test("what is held is exactly what a release gives, whatever went back before", () => {
    const parts = fc.record({
      cents: fc.integer({ min: 1, max: 500_000 }),
      share: fc.integer({ min: 0, max: 100 }),
      backs: fc.array(fc.tuple(fc.nat(40), fc.constantFrom("writer", "operator", "client", "nobody")), {
        maxLength: 4,
      }),
    });
    fc.assert(
      fc.property(parts, ({ cents, share, backs }) => {
        const ledger: Transaction[] = [settle(cents)];
        for (const [percent, bearer] of backs) {
          const balances = balancesOf(ledger);
          ledger.push(refund(percentOf(balances.held, percent), balances, bearer, share));
        }
        const before = earningsOf(owned(ledger), "w", { held: true, sharePercent: share });
        ledger.push(...carryOut({ kind: "released" }, ledger, share));
        const after = earningsOf(owned(ledger), "w", { held: false, sharePercent: share });
        expect(after).toEqual({ heldCents: 0, earnedCents: before.heldCents, paidOutCents: 0, tipCents: 0 });
      }),
    );
  });

  test("sums add up place by place", () => {
    const one = { heldCents: 1, earnedCents: 2, paidOutCents: 3, tipCents: 4 };
    expect(addEarnings(one, addEarnings(noEarnings, one))).toEqual({
      heldCents: 2,
      earnedCents: 4,
      paidOutCents: 6,
      tipCents: 8,
    });
  });
});
