import type { Order, OrdersCapture, Refund } from "@paypal/paypal-server-sdk";
import type {
  AttemptAnswer,
  EventSubject,
  ProviderDispute,
  ProviderPayment,
  ProviderRefund,
  RefundAnswer,
} from "#src/modules/payments/index.server.ts";
import { isId } from "#src/shared/id.ts";

/** PayPal writes amounts as texts with two decimals; they never become fractions. */
export const amountIn = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

/** Cents of such a text. Throws for any other: a currency without two decimals is not ours. */
export function centsOf(value: string | undefined): number {
  const parts = /^(\d{1,11})\.(\d{2})$/.exec(value ?? "");
  if (!parts) throw new Error(`PayPal sent an amount that is none: ${value}`);
  return Number(parts[1]) * 100 + Number(parts[2]);
}

const taken = ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"];

const paymentOf = (one: OrdersCapture, payer: string | undefined): ProviderPayment => ({
  ...(payer && { payer }),
  transaction: one.id ?? "",
  cents: centsOf(one.amount?.value),
  currency: one.amount?.currencyCode ?? "",
  feeCents: one.sellerReceivableBreakdown?.paypalFee ? centsOf(one.sellerReceivableBreakdown.paypalFee.value) : 0,
  at: new Date(one.createTime ?? 0),
});

/** An order and its captures, in the terms of the port. */
export function answerOf({ status, purchaseUnits, payer }: Order, over: boolean): AttemptAnswer {
  const captures = (purchaseUnits ?? []).flatMap(({ payments }) => payments?.captures ?? []);
  const [first, ...more] = captures
    .filter((one) => taken.includes(String(one.status)))
    .map((one) => paymentOf(one, payer?.payerId));
  if (first) return { state: "paid", payments: [first, ...more] };
  if (captures.some((one) => one.status === "PENDING")) return { state: "reviewing" };
  if (captures.length > 0) return { state: "failed" };
  if (status === "APPROVED") return { state: "approved" };
  return { state: over || status === "VOIDED" ? "expired" : "open" };
}

const refundStates: Readonly<Record<string, RefundAnswer["state"]>> = {
  COMPLETED: "succeeded",
  FAILED: "failed",
  CANCELLED: "failed",
};
export const refundState = (status: unknown): RefundAnswer["state"] => refundStates[String(status)] ?? "pending";

/** A refund without our id was sent at PayPal. One names its payment by a link. */
export const refundOf = ({ id, amount, customId, status }: Refund): ProviderRefund => ({
  reference: id ?? "",
  id: customId && isId(customId) ? customId : null,
  cents: centsOf(amount?.value),
  currency: amount?.currencyCode ?? "",
  state: refundState(status),
});

type Link = { rel?: string; href?: string };
export const captureOf = (links: readonly Link[] | undefined): string | null =>
  /\/captures\/([^/?]+)/.exec(links?.find(({ rel }) => rel === "up")?.href ?? "")?.[1] ?? null;

export type Reported = {
  dispute_id?: string;
  reason?: string;
  status?: string;
  dispute_life_cycle_stage?: string;
  dispute_amount?: { currency_code?: string; value?: string };
  disputed_transactions?: { seller_transaction_id?: string }[];
  dispute_outcome?: { outcome_code?: string };
};

/**
 * PayPal's reference of disputes says of `dispute_outcome.outcome_code`: ACCEPTED "PayPal accepted the dispute", DENIED
 * "PayPal denied the dispute": the payer was refused and the money stays. Its OpenAPI file of 2024-02 names codes alone.
 */
const lostBy = ["RESOLVED_BUYER_FAVOUR", "ACCEPTED"];

/** An inquiry between payer and seller takes no money yet: null. */
export function disputeOf(reported: Reported): ProviderDispute | null {
  const transaction = reported.disputed_transactions?.[0]?.seller_transaction_id;
  if (!reported.dispute_id || !transaction || reported.dispute_life_cycle_stage === "INQUIRY") return null;
  const lost = lostBy.includes(reported.dispute_outcome?.outcome_code ?? "");
  return {
    reference: reported.dispute_id,
    transaction,
    cents: centsOf(reported.dispute_amount?.value),
    currency: reported.dispute_amount?.currency_code ?? "",
    state: reported.status === "RESOLVED" ? (lost ? "lost" : "won") : "open",
    reason: reported.reason ?? "",
  };
}

type Resource = { custom_id?: string; dispute_id?: string; links?: Link[]; purchase_units?: { custom_id?: string }[] };
export type RawEvent = { id?: unknown; event_type?: unknown; resource?: Resource };

const goesBack = [
  "PAYMENT.CAPTURE.REFUNDED",
  "PAYMENT.CAPTURE.REVERSED",
  "PAYMENT.REFUND.PENDING",
  "PAYMENT.REFUND.FAILED",
];

/** What an event is about; ids alone are read of it. */
export function subjectOf(type: string, resource: Resource): EventSubject | null {
  if (type.startsWith("CUSTOMER.DISPUTE."))
    return resource.dispute_id ? { kind: "dispute", reference: resource.dispute_id } : null;
  if (goesBack.includes(type)) {
    const transaction = captureOf(resource.links);
    return transaction ? { kind: "refund", transaction } : null;
  }
  const attemptId = resource.custom_id ?? resource.purchase_units?.[0]?.custom_id;
  const ours = type.startsWith("CHECKOUT.") || type.startsWith("PAYMENT.CAPTURE.");
  return ours && attemptId ? { kind: "attempt", attemptId } : null;
}
