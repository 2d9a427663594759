import type { TwoParts } from "#src/modules/orders/index.ts";
import { formatUsd, percentOf } from "#src/shared/money.ts";

/** What a client may add for the writer, in cents. */
export const leastTipCents = 100;
export const mostTipCents = 50_000;
/** Amounts to choose from; another one can be typed. */
export const usualTips = [500, 1_000, 2_000] as const;

/** Money that is owed for an order, one row each. */
const chargePurposes = ["full", "first", "second", "change", "tip"] as const;
export type ChargePurpose = (typeof chargePurposes)[number];

/** On receipts and in lists of payments. */
export const purposeLabels: Readonly<Record<ChargePurpose, string>> = {
  full: "Payment",
  first: "First payment of two",
  second: "Second payment of two",
  change: "Payment for a change of the order",
  tip: "Tip for the writer",
};

/** On receipts: what an admin accepted as missing of a transfer. */
export const shortfallLabel = "Did not arrive, accepted by us";

/** Of a transfer, the part that has arrived, and the whole; cents. */
export type Arrived = { cents: number; ofCents: number };

/** "$92.10 of $92.40 has arrived." */
export const arrivedText = ({ cents, ofCents }: Arrived): string =>
  `${formatUsd(cents)} of ${formatUsd(ofCents)} has arrived.`;

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

export type Plan = "all" | "two";

/** The two payments of a price, or null where it is too small for them. */
export const twoPartsOf = (
  cents: number,
  { fromCents, percent }: TwoParts,
): { firstCents: number; restCents: number; percent: number } | null => {
  const firstCents = percentOf(cents, percent);
  const offered = percent > 0 && cents >= fromCents && firstCents > 0 && firstCents < cents;
  return offered ? { firstCents, restCents: cents - firstCents, percent } : null;
};

type Owing = {
  /** The price that an unpaid order waits for; null when it waits for none. */
  unpaidPriceCents: number | null;
  /** Of the whole price, what a promotion code takes off it; `unpaidPriceCents` is without it. */
  discountCents: number;
  /** Of that, what stands on charges that are paid. */
  discountedCents: number;
  /** Of a running order: the second payment, and an agreed change. */
  restCents: number;
  changeCents: number;
};
export type OwedCharge = { purpose: Exclude<ChargePurpose, "tip">; cents: number; discountCents: number };

/** The whole price with its discount, or the first of two payments with its part of both. */
const owedPrice = (
  cents: number,
  discountCents: number,
  parts: { firstCents: number; percent: number } | null,
): OwedCharge =>
  parts
    ? {
        purpose: "first",
        cents: parts.firstCents,
        discountCents: percentOf(cents + discountCents, parts.percent) - parts.firstCents,
      }
    : { purpose: "full", cents, discountCents };

/** What should be an open charge now, the most urgent first. A plan that the price is too small for is one payment. */
export const owedCharges = (owing: Owing, plan: Plan, two: TwoParts): OwedCharge[] => {
  const { unpaidPriceCents, discountCents, restCents, changeCents } = owing;
  if (unpaidPriceCents !== null)
    return [owedPrice(unpaidPriceCents, discountCents, plan === "two" ? twoPartsOf(unpaidPriceCents, two) : null)];
  const restDiscount = Math.max(0, discountCents - owing.discountedCents);
  return [
    ...(changeCents > 0 ? [{ purpose: "change", cents: changeCents, discountCents: 0 } as const] : []),
    ...(restCents > 0 ? [{ purpose: "second", cents: restCents, discountCents: restDiscount } as const] : []),
  ];
};

/** A tip is a gift: an open one does not make an order partly paid. */
const isOwed = (charge: Charge): boolean => charge.purpose !== "tip" && charge.state !== "void";

const sum = (charges: readonly Charge[]): number => charges.reduce((total, { cents }) => total + cents, 0);

/** Cents that are owed and paid so far, tips left out. */
export const owedAndPaid = (charges: readonly Charge[]): { owedCents: number; paidCents: number } => ({
  owedCents: sum(charges.filter(isOwed)),
  paidCents: sum(charges.filter((charge) => isOwed(charge) && charge.state === "settled")),
});

/**
 * What received money is: it settles an open charge of the same amount and currency (a tip is kept apart); for a settled or void charge it
 * is surplus and goes back; an amount or a currency that differs is for a person to look at, never "paid" (in the
 * ledger's currency it is posted as surplus until then). Where money may come in parts, `partsCents` are those that
 * came before: less than what is missing is a part, more of it settles and the rest is surplus.
 */
export const checkReceipt = (
  charge: Charge,
  received: Received,
  partsCents: number | null = null,
): "settle" | "tip" | "surplus" | "review" | "part" => {
  if (received.currency !== charge.currency) return "review";
  if (charge.state !== "open") return "surplus";
  const whole = charge.purpose === "tip" ? "tip" : "settle";
  if (partsCents !== null) return partsCents + received.cents < charge.cents ? "part" : whole;
  return received.cents === charge.cents ? whole : "review";
};
