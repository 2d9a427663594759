import type { MoneyEffect } from "#src/modules/orders/index.ts";
import { carryOut } from "./carry-out.ts";
import { balancesOf, type Transaction, type TransactionKind } from "./ledger.ts";
import type { Borne } from "./writer-share.ts";

/** What carrying out a step starts from: the ledger as it will stand, the writer's percent, what was let off or taken off. */
export type MoneyNow = { past: readonly Transaction[]; share: number; waived: Borne; discount: number };

/** Where the money of an order is, in cents: with its client again, with its writer, with the operator, or held. */
type MoneyParts = { client: number; writer: number; operator: number; held: number };

/** Tips are the writer's whatever happens to the order, and surplus money never was the order's. */
const apart: readonly TransactionKind[] = [
  "tip",
  "surplus-tip",
  "tip-refund",
  "tip-refund-reversal",
  "surplus",
  "surplus-refund",
  "surplus-refund-reversal",
];

const partsIn = (past: readonly Transaction[]): MoneyParts => {
  const balances = balancesOf(past.filter(({ kind }) => !apart.includes(kind)));
  return {
    client: balances.refunds + balances.chargebacks,
    writer: balances.writer + balances.payouts,
    operator: balances.operator + balances.fees,
    held: balances.held,
  };
};

const withWaiver = (now: MoneyNow, effect: MoneyEffect): MoneyNow => {
  const { waived } = now;
  if (effect.kind !== "credit" || (effect.bearer !== "writer" && effect.bearer !== "operator")) return now;
  return { ...now, waived: { ...waived, [effect.bearer]: waived[effect.bearer] + effect.waivedCents } };
};

/** What is held goes to writer and operator: how an order ends when nothing else happens to it. */
const released = { kind: "released" } as const satisfies MoneyEffect;

/**
 * Where the money of an order is after these steps: the functions that move it are asked, and nothing is moved. The
 * operator's part is what is left before the fees of a payment's provider.
 */
export function moneyAfter(effects: readonly MoneyEffect[], now: MoneyNow): MoneyParts {
  const end = effects.reduce((before, effect) => {
    const known = withWaiver(before, effect);
    return {
      ...known,
      past: [...known.past, ...carryOut(effect, known.past, known.share, known.waived, known.discount)],
    };
  }, now);
  return partsIn(end.past);
}

/** What steps mean for each of the three, in cents, and how much less that is than when the work stands. */
export type MoneyOutcome = {
  /** To the client by these steps, and what the client then has paid. */
  back: number;
  paid: number;
  writer: number;
  writerLess: number;
  operator: number;
  operatorLess: number;
};

/** What these steps leave everybody; money that is still held after them counts as going out in the end. */
export function outcomeOf(effects: readonly MoneyEffect[], now: MoneyNow, isReleased: boolean): MoneyOutcome {
  const ends = isReleased || effects.some(({ kind }) => kind === "refund") ? effects : [...effects, released];
  const [before, after] = [moneyAfter([], now), moneyAfter(ends, now)];
  const current = moneyAfter(isReleased ? [] : [released], now);
  return {
    back: after.client - before.client,
    paid: after.writer + after.operator + after.held,
    writer: after.writer,
    writerLess: current.writer - after.writer,
    operator: after.operator,
    operatorLess: current.operator - after.operator,
  };
}
