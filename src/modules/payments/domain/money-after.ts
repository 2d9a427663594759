import type { MoneyEffect } from "#src/modules/orders/index.ts";
import { percentOf } from "#src/shared/money.ts";
import { type Borne, borneWhileHeld, nothingBorne, sumOfBorne, writerPart } from "./earnings.ts";
import { type Balances, balancesOf, release, type Transaction, type TransactionKind } from "./ledger.ts";
import { refund, refundable } from "./refund-postings.ts";

type Effect<K extends MoneyEffect["kind"]> = Extract<MoneyEffect, { kind: K }>;

const freed = (held: number, writerCents: number): readonly Transaction[] =>
  held > 0 || writerCents > 0 ? [release(held, writerCents)] : [];

/** The order ends: the refund goes back, the rest is released at once. */
const closing = (
  effect: Effect<"refund">,
  balances: Balances,
  share: number,
  discount: number,
): readonly Transaction[] => {
  const cents = Math.min(effect.cents, balances.held);
  const rest = balances.held - cents;
  const writer = percentOf(effect.writerBaseCents, share);
  const part = effect.bearer === "operator" ? writer : Math.min(writer, rest + discount);
  return [...(cents > 0 ? [refund(cents, balances, effect.bearer, share)] : []), ...freed(rest, part)];
};

/**
 * The ledger transactions that a step in the life of an order asks for, on top of the order's `past` ones. `share` is
 * the writer's percent, `waived` what was let off a second payment, `discount` what a promotion code or an accepted shortfall
 * took off the price, which the operator pays. Charges are opened and voided by the caller; receipts come through `settle` and
 * chargebacks through `followDispute`, not from here.
 */
export const carryOut = (
  effect: MoneyEffect,
  past: readonly Transaction[],
  share: number,
  waived: Borne = nothingBorne,
  discount = 0,
): readonly Transaction[] => {
  const balances = balancesOf(past);
  const letOff = { ...waived, operator: waived.operator + discount };
  switch (effect.kind) {
    case "refund":
      return closing(effect, balances, share, discount);
    case "changed": {
      const cents = Math.min(effect.cents, balances.held);
      return cents > 0 ? [refund(cents, balances, "nobody", share)] : [];
    }
    case "credit": {
      const cents = Math.min(effect.cents, refundable(balances));
      return cents > 0 ? [refund(cents, balances, effect.bearer, share)] : [];
    }
    case "released":
      return freed(balances.held, writerPart(balances.held, sumOfBorne(borneWhileHeld(past), letOff), share));
    case "none":
    case "frozen":
    case "thawed":
    case "owed":
    case "void":
    case "held":
      return [];
  }
};

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
