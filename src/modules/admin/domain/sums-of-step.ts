import { type Action, paidLeft } from "#src/modules/orders/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { readCount } from "#src/shared/typed-values.ts";

/** The decisions in a dispute, for which its card has one form. */
const decideSteps = [
  "decide-complete",
  "decide-refund",
  "decide-resume",
  "decide-reassign",
] as const satisfies readonly Action[];
export type DecideStep = (typeof decideSteps)[number];

export const isDecideStep = (step: string): step is DecideStep => decideSteps.some((one) => one === step);

/** What the admin confirms for a decision without a refund; a refund is confirmed by its sum. */
export const decideTexts: Readonly<Record<DecideStep, string>> = {
  "decide-complete": "Accept the work",
  "decide-refund": "End the order without a refund",
  "decide-resume": "Let the writer continue",
  "decide-reassign": "Look for another writer",
};

/** "Refund $0.50 of $92.40". */
export const refundText = (cents: number, ofCents: number): string =>
  `Refund ${formatUsd(cents)} of ${formatUsd(ofCents)}`;

type Raw = Readonly<Record<string, unknown>>;
type Sum = { cents: number; text: string; always: true };

const centsIn = (value: unknown): number => {
  if (typeof value === "number") return value;
  const sent = typeof value === "string" ? readCount(value) : null;
  return sent?.ok ? sent.value : 0;
};

/** What goes back by a step, in cents: what was typed, what a cancellation showed; all of it where a decision names no sum. */
const refundIn = (step: string, raw: Raw, left: number): number => {
  if (step === "cancel") return centsIn(raw.refundSeenCents);
  return step === "decide-refund" && raw.refundCents === undefined ? left : centsIn(raw.refundCents);
};

/**
 * The sums that a step of an admin gives back or notes as received; a decision in a dispute is always confirmed, also
 * without a refund. A refund of more than there is stays out: the step refuses it.
 */
export function sumsOfStep(step: string, raw: Raw, order: Parameters<typeof paidLeft>[0]): Sum[] {
  const left = paidLeft(order);
  const refund = refundIn(step, raw, left);
  if (refund > 0 && refund <= left) return [{ cents: refund, text: refundText(refund, left), always: true }];
  if (isDecideStep(step)) return refund === 0 ? [{ cents: 0, text: decideTexts[step], always: true }] : [];
  const cents = centsIn(raw.cents);
  const price = order.priceCents === null ? "" : ` (price ${formatUsd(order.priceCents)})`;
  return cents > 0 ? [{ cents, text: `Confirm a transfer of ${formatUsd(cents)}${price}`, always: true }] : [];
}
