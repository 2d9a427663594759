import type Stripe from "stripe";
import type {
  AttemptAnswer,
  EventSubject,
  ProviderDispute,
  ProviderRefund,
  RefundAnswer,
} from "#src/modules/payments/index.server.ts";

const nameOf = (one: string | { id: string } | null): string | null =>
  typeof one === "string" ? one : (one?.id ?? null);
const currencyOf = (currency: string): string => currency.toUpperCase();

/** What Stripe keeps of a payment; 0 while it does not say. */
function feeOf(intent: Stripe.PaymentIntent): number {
  const charge = intent.latest_charge;
  const transaction = typeof charge === "object" ? charge?.balance_transaction : null;
  return typeof transaction === "object" ? (transaction?.fee ?? 0) : 0;
}

/** Stripe's fingerprint of the card: the same for the same number in one account of Stripe. */
const cardOf = ({ latest_charge: charge }: Stripe.PaymentIntent): string | undefined =>
  (typeof charge === "object" && charge?.payment_method_details?.card?.fingerprint) || undefined;

const chargedAt = (intent: Stripe.PaymentIntent): Date => {
  const charge = intent.latest_charge;
  return new Date((typeof charge === "object" && charge ? charge.created : intent.created) * 1000);
};

/** A session with its expanded payment, in the terms of the port. A declined card leaves the page open for another try. */
export function answerOf({ status, payment_intent: intent }: Stripe.Checkout.Session): AttemptAnswer {
  if (typeof intent === "object" && intent?.status === "succeeded") {
    const { id: transaction, amount_received: cents, currency } = intent;
    const payer = cardOf(intent);
    const payment = {
      ...(payer && { payer }),
      transaction,
      cents,
      currency: currencyOf(currency),
      feeCents: feeOf(intent),
      at: chargedAt(intent),
    };
    return { state: "paid", payments: [payment] };
  }
  if (status === "expired") return { state: "expired" };
  return { state: status === "complete" ? "reviewing" : "open" };
}

export const refundState = (status: string | null): RefundAnswer["state"] => {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
};

export const refundOf = ({ id, amount, currency, metadata, status }: Stripe.Refund): ProviderRefund => ({
  reference: id,
  id: metadata?.refund_id ?? null,
  cents: amount,
  currency: currencyOf(currency),
  state: refundState(status),
});

/** An inquiry ("warning") takes no money: it is reported as won when it ends, because nothing was frozen. */
export function disputeOf(dispute: Stripe.Dispute): ProviderDispute | null {
  const { id: reference, amount: cents, currency, status, reason } = dispute;
  const transaction = nameOf(dispute.payment_intent);
  if (transaction === null || status.startsWith("warning_") || status === "prevented") return null;
  const ends = { won: "won", lost: "lost" } as const;
  const state = status in ends ? ends[status as keyof typeof ends] : "open";
  return { reference, transaction, cents, currency: currencyOf(currency), state, reason };
}

type Fields = {
  id?: string;
  metadata?: Record<string, string> | null;
  payment_intent?: string | { id: string } | null;
};

/** What an event is about; ids alone are read of it. */
export function subjectOf({ type, data }: Stripe.Event): EventSubject | null {
  const { id, metadata, payment_intent } = data.object as Fields;
  if (type.startsWith("charge.dispute.")) return id ? { kind: "dispute", reference: id } : null;
  if (type.startsWith("refund.") || type === "charge.refunded" || type === "charge.refund.updated") {
    const transaction = nameOf(payment_intent ?? null);
    return transaction ? { kind: "refund", transaction } : null;
  }
  const attemptId = metadata?.attempt_id;
  const ours = type.startsWith("checkout.session.") || type.startsWith("payment_intent.");
  return ours && attemptId ? { kind: "attempt", attemptId } : null;
}

/** The message of Stripe's refusal; null for a broken connection or a busy server. */
export function refusalOf(error: unknown): string | null {
  const { type, message } = (error ?? {}) as { type?: unknown; message?: unknown };
  return type === "StripeInvalidRequestError" ? String(message) : null;
}
