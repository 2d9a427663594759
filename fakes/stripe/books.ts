import { randomBytes } from "node:crypto";
import type Stripe from "stripe";

/** What the product reads of Stripe's objects, typed by the SDK. */
export type Session = Pick<
  Stripe.Checkout.Session,
  | "id"
  | "object"
  | "amount_total"
  | "cancel_url"
  | "client_reference_id"
  | "created"
  | "currency"
  | "expires_at"
  | "livemode"
  | "metadata"
  | "mode"
  | "payment_status"
  | "status"
  | "success_url"
  | "ui_mode"
  | "url"
> & { payment_intent: string | null; intentMetadata: Record<string, string> };
type BalanceTransaction = Pick<Stripe.BalanceTransaction, "id" | "object" | "fee" | "amount" | "currency">;
type Charge = Pick<
  Stripe.Charge,
  | "id"
  | "object"
  | "amount"
  | "amount_refunded"
  | "created"
  | "currency"
  | "livemode"
  | "metadata"
  | "paid"
  | "refunded"
> & {
  payment_intent: string;
  balance_transaction: BalanceTransaction;
  payment_method_details: { type: "card"; card: { fingerprint: string } };
};
export type Intent = Pick<
  Stripe.PaymentIntent,
  "id" | "object" | "amount" | "amount_received" | "created" | "currency" | "livemode" | "metadata" | "status"
> & { latest_charge: Charge | null };
export type Refund = Pick<
  Stripe.Refund,
  "id" | "object" | "amount" | "created" | "currency" | "metadata" | "status"
> & { charge: string; payment_intent: string };
export type Dispute = Pick<
  Stripe.Dispute,
  "id" | "object" | "amount" | "created" | "currency" | "livemode" | "metadata" | "reason" | "status"
> & { charge: string; payment_intent: string };
export type StripeObject = Session | Intent | Charge | Refund | Dispute;
export type StripeEvent = {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  livemode: boolean;
  pending_webhooks: number;
  request: { id: null; idempotency_key: null };
  type: string;
  data: { object: StripeObject };
};

export const newName = (kind: string): string => `${kind}_${randomBytes(12).toString("hex")}`;

/** Everything that the fake remembers. */
export const openBooks = () => ({
  sessions: new Map<string, Session>(),
  intents: new Map<string, Intent>(),
  refunds: new Map<string, Refund>(),
  disputes: new Map<string, Dispute>(),
  events: [] as StripeEvent[],
  /** Answers by idempotency key, with the request that made them. */
  keys: new Map<string, { request: string; status: number; body: string }>(),
});

export type Books = ReturnType<typeof openBooks>;
