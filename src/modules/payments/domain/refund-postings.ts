import { percentOf } from "#src/shared/money.ts";
import {
  type Balances,
  type PaidBy,
  releasedOf,
  type Transaction,
  type TransactionKind,
  transaction,
} from "./ledger.ts";

/**
 * Of money that was released, the writer's part of what goes back: never more than the writer got for the order. Where
 * it was paid out already, the writer's balance is below zero until the next payout.
 */
const fromWriter = (cents: number, balances: Balances, paidBy: PaidBy, sharePercent: number): number => {
  const got = Math.max(0, balances.writer + balances.payouts);
  if (paidBy === "writer") return Math.min(cents, got);
  if (paidBy === "operator") return 0;
  return Math.min(percentOf(cents, sharePercent), got);
};

const refundPostings = (
  kind: TransactionKind & ("refund" | "chargeback"),
  cents: number,
  balances: Balances,
  paidBy: PaidBy,
  sharePercent: number,
): Transaction => {
  const held = Math.min(cents, Math.max(0, balances.held));
  const released = cents - held;
  const writer = fromWriter(released, balances, paidBy, sharePercent);
  return transaction(
    kind,
    {
      held: -held,
      writer: -writer,
      operator: writer - released,
      [kind === "refund" ? "refunds" : "chargebacks"]: cents,
    },
    paidBy,
  );
};

/** What can still go back of this order's own money: received less surplus and less what went back. */
export const refundable = (balances: Balances): number =>
  Math.max(0, balances.held) + Math.max(0, releasedOf(balances));

/**
 * Money goes back to the client, first from what is held, then from writer and operator by who pays. `cents` above
 * what can go back is a bug of the caller: the command checks `refundable` first.
 */
export const refund = (cents: number, balances: Balances, paidBy: PaidBy, sharePercent: number): Transaction => {
  if (cents > refundable(balances)) throw new RangeError("More than what can go back.");
  return refundPostings("refund", cents, balances, paidBy, sharePercent);
};

/** What the provider says has left: it is booked whatever is left; what the order no longer has is the operator's loss. */
export const refundSent = (cents: number, balances: Balances, paidBy: PaidBy, sharePercent: number): Transaction =>
  refundPostings("refund", cents, balances, paidBy, sharePercent);

/** The bank takes money back: the same rows, to chargebacks. What the order no longer has is the operator's loss. */
export const chargeback = (cents: number, balances: Balances, paidBy: PaidBy, sharePercent: number): Transaction =>
  refundPostings("chargeback", cents, balances, paidBy, sharePercent);

/** Of a payment beside the price: surplus that is still here, else the operator's money. A tip stays the writer's. */
export const surplusChargeback = (cents: number, surplusCents: number): Transaction => {
  const surplus = Math.min(cents, Math.max(0, surplusCents));
  return transaction(
    "surplus-chargeback",
    { surplus: -surplus, operator: surplus - cents, chargebacks: cents },
    "operator",
  );
};

const reversals = {
  chargeback: "chargeback-reversal",
  "surplus-chargeback": "surplus-chargeback-reversal",
  refund: "refund-reversal",
  "surplus-refund": "surplus-refund-reversal",
  "tip-refund": "tip-refund-reversal",
} as const;

/**
 * A chargeback that was won, or a refund that the provider sent and the bank did not take: its rows turned round. Throws
 * for any other transaction.
 */
export const reversed = (one: Transaction): Transaction => {
  const kind = one.kind in reversals ? reversals[one.kind as keyof typeof reversals] : null;
  if (!kind) throw new RangeError(`A ${one.kind} cannot be reversed.`);
  return transaction(kind, Object.fromEntries(one.postings.map(({ account, cents }) => [account, -cents])), one.paidBy);
};
