import { percentOf } from "#src/shared/money.ts";
import { balancesOf, type Transaction, type TransactionKind } from "./ledger.ts";

/** `writing.share`: percent of the price that is the writer's. */
export const defaultShare = 50;

const goesBack: readonly TransactionKind[] = ["refund", "refund-reversal", "chargeback", "chargeback-reversal"];

/** Cents that the writer and the operator pay of the client's refunds and waivers. */
export type Borne = { writer: number; operator: number };
export const nothingBorne: Borne = { writer: 0, operator: 0 };
export const sumOfBorne = (one: Borne, other: Borne): Borne => ({
  writer: one.writer + other.writer,
  operator: one.operator + other.operator,
});

/** What the writer or the operator bore, of money that went back while it was still held. */
export const borneWhileHeld = (transactions: readonly Transaction[]): Borne => {
  const borne = { writer: 0, operator: 0 };
  for (const { kind, paidBy, postings } of transactions) {
    if (!goesBack.includes(kind) || (paidBy !== "writer" && paidBy !== "operator")) continue;
    borne[paidBy] -= postings.find(({ account }) => account === "held")?.cents ?? 0;
  }
  return borne;
};

/**
 * The writer's cents when `heldCents` are released: the share of what would be there without anybody's fault, less
 * what the writer pays, never below zero. Half a cent goes up to the writer, the operator has the rest.
 */
export const writerPart = (heldCents: number, borne: Borne, sharePercent: number): number =>
  Math.max(0, percentOf(heldCents + borne.writer + borne.operator, sharePercent) - borne.writer);

/** The writer's cents of an order whose pay is held, of what the order holds; never below zero. */
export const heldPart = (heldMoney: number, borne: Borne, sharePercent: number): number =>
  writerPart(Math.max(0, heldMoney), borne, sharePercent);

/** A writer's money in its three places, in whole cents. */
export type Earnings = {
  /** Would be the writer's if the order ended well now. */
  heldCents: number;
  /** The writer's, and not paid out yet. */
  earnedCents: number;
  paidOutCents: number;
  /** Tips in it, whether earned or paid out: given whole. */
  tipCents: number;
};

/** A transaction with whose money it moved on the account "writer". */
export type Owned = Transaction & { writerId: string | null };

const isTip = ({ kind }: Transaction): boolean =>
  kind === "tip" || kind === "surplus-tip" || kind === "tip-refund" || kind === "tip-refund-reversal";

/**
 * What one order means for one writer. `held` says whether the order's held money is still this writer's to earn, and
 * `sharePercent` what its offer fixed.
 */
export const earningsOf = (
  ledger: readonly Owned[],
  writerId: string,
  { held, sharePercent, waived = nothingBorne }: { held: boolean; sharePercent: number; waived?: Borne },
): Earnings => {
  const own = balancesOf(ledger.filter((one) => one.writerId === writerId));
  const { held: heldMoney } = balancesOf(ledger);
  return {
    heldCents: held ? heldPart(heldMoney, sumOfBorne(borneWhileHeld(ledger), waived), sharePercent) : 0,
    earnedCents: own.writer,
    paidOutCents: own.payouts,
    tipCents: balancesOf(ledger.filter((one) => one.writerId === writerId && isTip(one))).writer,
  };
};

export const noEarnings: Earnings = { heldCents: 0, earnedCents: 0, paidOutCents: 0, tipCents: 0 };

export const addEarnings = (one: Earnings, other: Earnings): Earnings => ({
  heldCents: one.heldCents + other.heldCents,
  earnedCents: one.earnedCents + other.earnedCents,
  paidOutCents: one.paidOutCents + other.paidOutCents,
  tipCents: one.tipCents + other.tipCents,
});
