import { formatUsd, percentOf } from "#src/shared/money.ts";

/** What a promotion code takes off a price; cents are of the order's currency, `percent` is a whole number, 1 to 100. */
export type DiscountTerms = (
  | { kind: "fixed"; cents: number }
  | { kind: "percent"; percent: number; capCents: number | null }
) & {
  /** Below this price nothing comes off. */
  minimumCents: number;
};

/** The code on an order, with its terms as they stood when it was entered. */
export type KeptDiscount = {
  code: string;
  terms: DiscountTerms;
  /** The price that was paid with it; null until then. */
  ofCents: number | null;
};

export type Discounted = { priceCents: number | null; discount: KeptDiscount | null };

/** A price with everything that is taken off it. */
export type Reduced = Discounted & { shortfallCents: number };

/** No payment company takes less than this; a rest below it is not asked for. */
export const leastPaymentCents = 50;

/** What these terms take off a price, never more than the price; the one rounding is half a cent up. */
export const discountFor = (terms: DiscountTerms, priceCents: number): number => {
  if (priceCents <= 0 || priceCents < terms.minimumCents) return 0;
  const named =
    terms.kind === "fixed"
      ? terms.cents
      : Math.min(percentOf(priceCents, terms.percent), terms.capCents ?? Number.MAX_SAFE_INTEGER);
  return priceCents - named < leastPaymentCents ? priceCents : named;
};

/** `cents` of `ofCents`, in proportion of `part`; half a cent up, exact for every amount. */
const inProportion = (cents: number, part: number, ofCents: number): number =>
  Number((2n * BigInt(cents) * BigInt(part) + BigInt(ofCents)) / (2n * BigInt(ofCents)));

/**
 * What comes off the price of this order. Before the payment the terms say it of today's price. After it
 * the discount stays what it was; when a change makes the price fall below the one that was paid, it falls with it.
 */
export const discountCents = ({ priceCents, discount }: Discounted): number => {
  if (!discount || !priceCents) return 0;
  const { terms, ofCents } = discount;
  if (ofCents === null) return discountFor(terms, priceCents);
  const given = discountFor(terms, ofCents);
  return priceCents >= ofCents ? given : inProportion(given, priceCents, ofCents);
};

/**
 * What the operator pays of the price, in cents: the discount, and what an admin accepted as missing from transfers.
 * The writer's share is of the price before it.
 */
export const reductionCents = (order: Reduced): number => discountCents(order) + order.shortfallCents;

/** What the client pays in all: the price less what is taken off it; 0 while there is no price. */
export const netCents = (order: Reduced): number => Math.max(0, (order.priceCents ?? 0) - reductionCents(order));

/** The price is paid: from now on the discount does not follow the terms any more. */
export const settledDiscount = ({ priceCents, discount }: Discounted): KeptDiscount | null =>
  discount && { ...discount, ofCents: priceCents };

/** The discount as a line after the total; `cents` is below zero. */
export type DiscountLine = { code: string; cents: number; why: string };

/** "10% off", "$20.00 off". */
export const discountText = (terms: DiscountTerms): string =>
  terms.kind === "fixed" ? `${formatUsd(terms.cents)} off` : `${terms.percent}% off`;

/** How the discount came about, in words. */
const discountReasonText = ({ terms, ofCents }: KeptDiscount, priceCents: number, cents: number): string => {
  if (ofCents !== null && priceCents < ofCents) return `Less than before: the price was ${formatUsd(ofCents)}`;
  const of = Math.min(priceCents, ofCents ?? priceCents);
  const named = terms.kind === "fixed" ? terms.cents : percentOf(of, terms.percent);
  if (cents > named) return "All of it, because the rest would be too small to pay";
  if (terms.kind === "fixed") return cents < terms.cents ? "All of the price" : "A fixed amount";
  return `${terms.percent}% of ${formatUsd(of)}${cents < named ? ", at most this much" : ""}`;
};

/** Null where nothing comes off. */
export const discountLine = (order: Discounted): DiscountLine | null => {
  const cents = discountCents(order);
  if (!order.discount || !order.priceCents || cents === 0) return null;
  return { code: order.discount.code, cents: -cents, why: discountReasonText(order.discount, order.priceCents, cents) };
};
