import type Stripe from "stripe";
import type { Config } from "#src/config.ts";
import type {
  AttemptToPay,
  KeptEvent,
  OpenedAttempt,
  PaymentProvider,
  RefundAnswer,
  RefundToSend,
} from "#src/modules/payments/index.server.ts";
import { answerOf, disputeOf, refundOf, refundState, refusalOf, subjectOf } from "./read.ts";

type StripeConfig = NonNullable<Config["stripe"]>;
type Parts = {
  config: StripeConfig;
  /** In keys and metadata: another installation on the same account makes its own. */
  installId: string;
  baseUrl: URL;
  clock: () => Date;
};

const timeoutMs = 10_000;
const toleranceSeconds = 300;
/** The most that the package reads in one go. */
const mostEvents = 10_000;

/** Stripe's client, read at the first use. */
function clientFor({ config: { secretKey, apiBase } }: Parts): () => Promise<Stripe> {
  let made: Promise<Stripe> | null = null;
  const at = apiBase && {
    protocol: apiBase.protocol === "http:" ? ("http" as const) : ("https" as const),
    host: apiBase.hostname,
    ...(apiBase.port && { port: apiBase.port }),
  };
  return () => {
    made ??= import("stripe").then(
      ({ default: Client }) =>
        new Client(secretKey, { maxNetworkRetries: 2, timeout: timeoutMs, telemetry: false, ...at }),
    );
    return made;
  };
}

/** Every parameter comes from the stored attempt, so that a repeated call is the same call. */
const sessionFor = (
  { baseUrl, installId }: Parts,
  { id, orderId, orderNumber, cents, currency, endsAt }: AttemptToPay,
): Stripe.Checkout.SessionCreateParams => {
  const metadata = { attempt_id: id, order_id: orderId, install: installId };
  return {
    mode: "payment",
    ui_mode: "hosted_page",
    client_reference_id: orderId,
    allowed_payment_method_types: ["card"],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: cents,
          product_data: { name: `Order ${orderNumber}` },
        },
      },
    ],
    metadata,
    payment_intent_data: { metadata },
    success_url: new URL(`/checkout/${orderId}/return?attempt=${id}`, baseUrl).href,
    cancel_url: new URL(`/checkout/${orderId}`, baseUrl).href,
    expires_at: Math.floor(endsAt.getTime() / 1000),
  };
};

/** Cards by Stripe Checkout: Stripe's own page, asked by the server; nothing of Stripe runs in our pages. */
export function openStripe(parts: Parts): PaymentProvider {
  const client = clientFor(parts);
  const state = (attempt: OpenedAttempt) => readState(client, parts, attempt);
  return {
    key: "stripe",
    name: "Credit card",
    note: "Visa, Mastercard, American Express. You go to Stripe and come back here.",
    arrival: "A card refund takes 5 to 10 working days.",
    sandbox: false,
    pages: [parts.config.apiBase?.origin ?? "https://checkout.stripe.com"],
    open: async (attempt) => {
      const stripe = await client();
      const key = { idempotencyKey: `checkout-${parts.installId}-${attempt.id}` };
      const { id, url } = await stripe.checkout.sessions.create(sessionFor(parts, attempt), key);
      if (!url) throw new Error("Stripe gave a session without a page.");
      return { redirect: url, reference: id };
    },
    state,
    capture: state,
    close: (attempt) => closePage(client, attempt),
    refund: (refund) => sendBack(client, parts, refund),
    refundsOf: async ({ transaction }) => (await refundsOf(client, transaction)).map(refundOf),
    dispute: async (reference) => {
      const stripe = await client();
      return unlessMissing(async () => disputeOf(await stripe.disputes.retrieve(reference)));
    },
    eventsSince: (since) => listEvents(client, parts, since),
    verifyEvent: async (raw, headers) => {
      const stripe = await client();
      const signature = headers.get("stripe-signature") ?? "";
      for (const secret of parts.config.webhookSecrets) {
        try {
          const at = parts.clock().getTime(); // milliseconds, unlike the signature itself
          const { webhooks } = stripe;
          const event = await webhooks.constructEventAsync(raw, signature, secret, toleranceSeconds, undefined, at);
          return readEvent(parts, event);
        } catch {
          // The next secret, or the refusal below.
        }
      }
      return { ok: false, reason: "no valid signature of Stripe" };
    },
  };
}

type Client = () => Promise<Stripe>;

/** A page that was never shown to anybody has no name yet and cannot have been paid. */
async function readState(client: Client, { clock }: Parts, { reference, endsAt }: OpenedAttempt) {
  if (reference === null) return { state: clock() >= endsAt ? ("expired" as const) : ("open" as const) };
  const stripe = await client();
  return answerOf(
    await stripe.checkout.sessions.retrieve(reference, {
      expand: ["payment_intent.latest_charge.balance_transaction"],
    }),
  );
}

async function closePage(client: Client, { reference }: OpenedAttempt): Promise<void> {
  if (reference === null) return;
  const stripe = await client();
  try {
    await stripe.checkout.sessions.expire(reference);
  } catch (error) {
    // Paid or over already: there is nothing to end.
    if (refusalOf(error) === null) throw error;
  }
}

async function refundsOf(client: Client, transaction: string): Promise<Stripe.Refund[]> {
  const stripe = await client();
  return stripe.refunds.list({ payment_intent: transaction, limit: 100 }).autoPagingToArray({ limit: 1_000 });
}

/**
 * Stripe forgets its keys after a day: our id in the refund's metadata is what makes a late repeat the same refund. It
 * also repeats a refusal to the same key, so that a try after one, or for another amount, has a key of its own.
 */
async function sendBack(client: Client, { installId }: Parts, refund: RefundToSend): Promise<RefundAnswer> {
  const { id, transaction, cents, refusals } = refund;
  try {
    const stripe = await client();
    const before = (await refundsOf(client, transaction)).filter(({ metadata }) => metadata?.refund_id === id);
    const made =
      before.find(({ status }) => refundState(status) !== "failed") ??
      (await stripe.refunds.create(
        { payment_intent: transaction, amount: cents, metadata: { refund_id: id, install: installId } },
        { idempotencyKey: `refund-${installId}-${id}-${before.length}-${refusals}-${cents}` },
      ));
    return { state: refundState(made.status), reference: made.id };
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === null) throw error;
    return { state: "failed", reference: null, reason };
  }
}

async function unlessMissing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (refusalOf(error) === null) throw error;
    return null;
  }
}

/** Stripe keeps events for 30 days. Those that say nothing of our money are left out. */
async function listEvents(client: Client, parts: Parts, since: Date): Promise<readonly KeptEvent[]> {
  const stripe = await client();
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const kept = await stripe.events.list({ created, limit: 100 }).autoPagingToArray({ limit: mostEvents });
  return kept.flatMap((one) => {
    const read = readEvent(parts, one);
    return read.ok && read.event.about ? [{ ...read.event, raw: JSON.stringify(one) }] : [];
  });
}

/** An event of the other mode, or of an account that only connects to ours, is not about our money. */
function readEvent({ config }: Parts, event: Stripe.Event) {
  const live = /^(sk|rk)_live_/.test(config.secretKey);
  if (event.livemode !== live) return { ok: false as const, reason: "an event of the other mode" };
  return {
    ok: true as const,
    event: { id: event.id, type: event.type, about: event.account ? null : subjectOf(event) },
  };
}
