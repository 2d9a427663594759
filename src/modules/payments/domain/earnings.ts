import { balancesOf, type Transaction } from "./ledger.ts";
import { type Borne, borneWhileHeld, nothingBorne, sumOfBorne, writerPart } from "./writer-share.ts";

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
    heldCents: held ? writerPart(Math.max(0, heldMoney), sumOfBorne(borneWhileHeld(ledger), waived), sharePercent) : 0,
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
