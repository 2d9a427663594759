import type { Knobs } from "../payments/knobs.ts";
import {
  type Books,
  type Dispute,
  type Intent,
  newName,
  type Refund,
  type Session,
  type StripeEvent,
  type StripeObject,
} from "./books.ts";

export type Bank = {
  books: Books;
  knobs: Knobs;
  now: () => Date;
  apiVersion: string;
  /** How a new refund answers. */
  refunds: { state: "succeeded" | "pending" | "failed" };
  send: (event: StripeEvent) => void;
};

export const seconds = (bank: Bank): number => Math.floor(bank.now().getTime() / 1000);
const feeOf = (cents: number): number => Math.round(cents * 0.029) + 30;

/** Writes an event down and sends it. */
export function tell(bank: Bank, type: string, object: StripeObject): StripeEvent {
  const event: StripeEvent = {
    id: newName("evt"),
    object: "event",
    api_version: bank.apiVersion,
    created: seconds(bank),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: { object: structuredClone(object) },
  };
  bank.books.events.unshift(event);
  bank.send(event);
  return event;
}

/** A session that ran out is over before anybody looks at it. */
export function current(bank: Bank, id: string): Session | undefined {
  const session = bank.books.sessions.get(id);
  if (session?.status === "open" && session.expires_at <= seconds(bank)) expire(bank, session);
  return session;
}

export function expire(bank: Bank, session: Session): void {
  session.status = "expired";
  session.url = null;
  tell(bank, "checkout.session.expired", session);
}

/** The payer pays with a good card: once, however often it is pressed. `card`: its fingerprint, another one each time. */
export function pay(bank: Bank, id: string, card = newName("fp")): Session | undefined {
  const session = current(bank, id);
  if (session?.status !== "open") return session;
  const intent = paidIntent(bank, session, card);
  bank.books.intents.set(intent.id, intent);
  Object.assign(session, { status: "complete", payment_status: "paid", payment_intent: intent.id, url: null });
  tell(bank, "payment_intent.succeeded", intent);
  tell(bank, "checkout.session.completed", session);
  return session;
}

function paidIntent(bank: Bank, session: Session, fingerprint: string): Intent {
  const { amount_total, currency, intentMetadata: metadata } = session;
  const [amount, created, id] = [amount_total ?? 0, seconds(bank), newName("pi")];
  const money = { amount, created, currency: currency ?? "usd", livemode: false, metadata };
  const fee = {
    id: newName("txn"),
    object: "balance_transaction",
    fee: feeOf(amount),
    amount,
    currency: money.currency,
  } as const;
  return {
    id,
    object: "payment_intent",
    ...money,
    amount_received: amount,
    status: "succeeded",
    latest_charge: {
      id: newName("ch"),
      object: "charge",
      ...money,
      amount_refunded: 0,
      paid: true,
      refunded: false,
      payment_intent: id,
      balance_transaction: fee,
      payment_method_details: { type: "card", card: { fingerprint } },
    },
  };
}

const isDisputed = ({ books }: Bank, intent: Intent): boolean =>
  [...books.disputes.values()].some((one) => one.payment_intent === intent.id && one.status !== "won");

/** Null: more than what is left of the payment, or it is charged back. */
export function refund(bank: Bank, intent: Intent, amount: number, metadata: Record<string, string>): Refund | null {
  const charge = intent.latest_charge;
  if (!charge || isDisputed(bank, intent) || amount > charge.amount - charge.amount_refunded) return null;
  const made: Refund = {
    id: newName("re"),
    object: "refund",
    amount,
    created: seconds(bank),
    currency: intent.currency,
    metadata,
    status: bank.refunds.state,
    charge: charge.id,
    payment_intent: intent.id,
  };
  bank.books.refunds.set(made.id, made);
  if (made.status !== "failed") charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  tell(bank, "refund.created", made);
  if (made.status === "succeeded") tell(bank, "charge.refunded", charge);
  return made;
}

/** Ends refunds that were left pending. */
export function finishRefunds(bank: Bank, status: "succeeded" | "failed"): void {
  for (const one of bank.books.refunds.values()) {
    if (one.status !== "pending") continue;
    one.status = status;
    const charge = bank.books.intents.get(one.payment_intent)?.latest_charge;
    if (charge && status === "failed") charge.amount_refunded -= one.amount;
    tell(bank, status === "failed" ? "refund.failed" : "refund.updated", one);
  }
}

/** The payer's bank questions a payment, or ends that. */
export function question(bank: Bank, intent: Intent, amount: number, status: Dispute["status"]): Dispute {
  const known = [...bank.books.disputes.values()].find((one) => one.payment_intent === intent.id);
  const dispute: Dispute = known ?? {
    id: newName("du"),
    object: "dispute",
    amount,
    created: seconds(bank),
    currency: intent.currency,
    livemode: false,
    metadata: {},
    reason: "fraudulent",
    status,
    charge: intent.latest_charge?.id ?? "",
    payment_intent: intent.id,
  };
  dispute.status = status;
  bank.books.disputes.set(dispute.id, dispute);
  const ended = status === "won" || status === "lost";
  tell(bank, ended ? "charge.dispute.closed" : "charge.dispute.created", dispute);
  return dispute;
}
