/** Money that is owed for an order, one row each (decisions 4). */
const chargePurposes = ["full", "first", "second", "change", "tip"] as const;
export type ChargePurpose = (typeof chargePurposes)[number];

/** open: can be paid; settled: paid exactly; void: no longer owed, money for it is surplus. */
const chargeStates = ["open", "settled", "void"] as const;
export type ChargeState = (typeof chargeStates)[number];

/**
 * started: the payer is at the provider; reviewing: the provider looks at the payment; awaiting_transfer: a transfer is
 * announced; closed: left or run out.
 */
const attemptStates = ["started", "reviewing", "awaiting_transfer", "succeeded", "failed", "closed"] as const;
export type AttemptState = (typeof attemptStates)[number];

/** Money may still come for these. */
export const openAttemptStates: readonly AttemptState[] = ["started", "reviewing", "awaiting_transfer"];

export type Charge = { id: string; purpose: ChargePurpose; cents: number; currency: string; state: ChargeState };
export type Attempt = { chargeId: string; state: AttemptState; startedAt: Date };
export type Received = { cents: number; currency: string };

/** A tip is a gift: an open one does not make an order partly paid. */
const isOwed = (charge: Charge): boolean => charge.purpose !== "tip" && charge.state !== "void";

const sum = (charges: readonly Charge[]): number => charges.reduce((total, { cents }) => total + cents, 0);

/** Cents that are owed and paid so far, tips left out. */
export const owedAndPaid = (charges: readonly Charge[]): { owedCents: number; paidCents: number } => ({
  owedCents: sum(charges.filter(isOwed)),
  paidCents: sum(charges.filter((charge) => isOwed(charge) && charge.state === "settled")),
});

/**
 * What received money is: it settles an open charge of the same amount and currency; for a settled or void charge it
 * is surplus and goes back; an amount or a currency that differs is for a person to look at, never "paid" (in the
 * ledger's currency it is posted as surplus until then). Where money may come in parts, `partsCents` are those that
 * came before: less than what is missing is a part, more of it settles and the rest is surplus.
 */
export const checkReceipt = (
  charge: Charge,
  received: Received,
  partsCents: number | null = null,
): "settle" | "surplus" | "review" | "part" => {
  if (received.currency !== charge.currency) return "review";
  if (charge.state !== "open") return "surplus";
  if (partsCents !== null) return partsCents + received.cents < charge.cents ? "part" : "settle";
  return received.cents === charge.cents ? "settle" : "review";
};
