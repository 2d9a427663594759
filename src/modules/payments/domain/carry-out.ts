import type { MoneyEffect } from "#src/modules/orders/index.ts";
import { percentOf } from "#src/shared/money.ts";
import { type Balances, balancesOf, release, type Transaction } from "./ledger.ts";
import { refund, refundable } from "./refund-postings.ts";
import { type Borne, borneWhileHeld, nothingBorne, sumOfBorne, writerPart } from "./writer-share.ts";

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
