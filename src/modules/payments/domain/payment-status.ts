import type { PaymentStatus } from "#src/modules/orders/index.ts";
import { type Attempt, type Charge, owedAndPaid } from "./charges.ts";
import { balancesOf, type Transaction, type TransactionKind } from "./ledger.ts";

export type PaymentFacts = {
  /** The order was cancelled: what was never paid is void. */
  cancelled: boolean;
  charges: readonly Charge[];
  attempts: readonly Attempt[];
  ledger: readonly Transaction[];
};

const unpaidStatus = ({ cancelled, charges, attempts }: PaymentFacts): PaymentStatus => {
  if (cancelled) return "void";
  const open = new Set(charges.filter(({ state }) => state === "open").map(({ id }) => id));
  const tries = attempts.filter(({ chargeId }) => open.has(chargeId));
  if (tries.some(({ state }) => state === "awaiting_transfer")) return "awaiting_confirmation";
  const last = tries.reduce<Attempt | null>((a, b) => (a && a.startedAt > b.startedAt ? a : b), null);
  return last?.state === "failed" ? "failed" : "pending";
};

/** A promotion code took off all of the price: the charge is settled, and no money moved. */
const paidWithNothing = ({ charges }: PaymentFacts): boolean =>
  charges.some(({ purpose, state, cents }) => purpose === "full" && state === "settled" && cents === 0);

const nothingStatus = ({ cancelled, ledger }: PaymentFacts): PaymentStatus => {
  if (cancelled) return "void";
  return ledger.some(({ kind }) => kind === "release") ? "released" : "paid";
};

const moved = (
  ledger: readonly Transaction[],
  kinds: readonly TransactionKind[],
  account: "held" | "refunds" | "chargebacks",
): number => balancesOf(ledger.filter(({ kind }) => kinds.includes(kind)))[account];

/** Of the price; what was taken back of surplus money or of a tip is not in the word. */
const chargebackKinds = ["chargeback", "chargeback-reversal"] as const;

/**
 * The one word for an order's money, derived from charges, attempts and ledger. Surplus money and its
 * way back do not count. A part that went back is "partially_refunded" even after the rest was released.
 */
export const paymentStatusOf = (facts: PaymentFacts): PaymentStatus => {
  const settled = moved(facts.ledger, ["settle", "surplus-settle"], "held");
  if (settled === 0) return paidWithNothing(facts) ? nothingStatus(facts) : unpaidStatus(facts);
  const balances = balancesOf(facts.ledger);
  if (moved(facts.ledger, chargebackKinds, "chargebacks") > 0) return "chargeback";
  const refunded = moved(facts.ledger, ["refund", "refund-reversal"], "refunds");
  if (refunded >= settled) return "refunded";
  if (refunded > 0) return "partially_refunded";
  if (balances.held === 0) return "released";
  const { owedCents, paidCents } = owedAndPaid(facts.charges);
  return paidCents < owedCents ? "partially_paid" : "paid";
};
