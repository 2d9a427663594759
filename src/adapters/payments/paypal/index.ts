import type { Order, OrderRequest } from "@paypal/paypal-server-sdk";
import type {
  AttemptAnswer,
  AttemptToPay,
  Opened,
  OpenedAttempt,
  PaymentProvider,
  PaymentRef,
  ProviderDispute,
  ProviderRefund,
  RefundAnswer,
  RefundToSend,
} from "#src/modules/payments/index.server.ts";
import { clientFor, type PayPalClient, type PayPalConfig, refusalOf } from "./client.ts";
import { listEvents, verify } from "./events.ts";
import { amountIn, answerOf, captureOf, centsOf, disputeOf, type Reported, refundOf, refundState } from "./read.ts";

type Parts = {
  config: PayPalConfig;
  /** In request ids and invoice numbers, which PayPal wants to be new for the whole account. */
  installId: string;
  baseUrl: URL;
  clock: () => Date;
};
type Client = () => Promise<PayPalClient>;

const whole = "return=representation";

/** PayPal Orders v2: the payer agrees on PayPal's page, the server captures. */
export function openPayPal(parts: Parts): PaymentProvider {
  const { config } = parts;
  const client = clientFor(config);
  const page = config.live ? "https://www.paypal.com" : "https://www.sandbox.paypal.com";
  return {
    key: "paypal",
    name: "PayPal",
    note: "You go to PayPal and come back here.",
    arrival: "A PayPal refund takes up to 5 working days.",
    sandbox: false,
    pages: [config.apiBase?.origin ?? page],
    open: (attempt) => open(client, parts, attempt),
    state: (attempt) => readState(client, parts, attempt),
    capture: (attempt) => capture(client, parts, attempt),
    // PayPal ends a page by itself after some hours; what is agreed to there is not captured once the attempt is over.
    close: async () => undefined,
    refund: (refund) => sendBack(client, parts, refund),
    refundsOf: (payment) => refundsOf(client, payment),
    dispute: (reference) => readDispute(client, reference),
    verifyEvent: (raw, headers, mayAsk) => verify(client, parts, { raw, headers, mayAsk }),
    eventsSince: (since) => listEvents(client, since, parts.clock()),
  };
}

/** Every parameter comes from the stored attempt, so that a repeated call is the same call. */
function orderFor({ baseUrl, installId }: Parts, attempt: AttemptToPay) {
  const { id, orderId, orderNumber, cents, currency } = attempt;
  return {
    intent: "CAPTURE",
    purchaseUnits: [
      {
        customId: id,
        invoiceId: `${installId}-${id}`,
        description: `Order ${orderNumber}`,
        amount: { currencyCode: currency, value: amountIn(cents) },
      },
    ],
    paymentSource: {
      paypal: {
        experienceContext: {
          shippingPreference: "NO_SHIPPING",
          userAction: "PAY_NOW",
          returnUrl: new URL(`/checkout/${orderId}/return?attempt=${id}`, baseUrl).href,
          cancelUrl: new URL(`/checkout/${orderId}`, baseUrl).href,
        },
      },
    },
  } as OrderRequest;
}

async function open(client: Client, parts: Parts, attempt: AttemptToPay): Promise<Opened> {
  const { orders } = await client();
  const paypalRequestId = `order-${parts.installId}-${attempt.id}`;
  const { result } = await orders.createOrder({ body: orderFor(parts, attempt), paypalRequestId, prefer: whole });
  const href = result.links?.find(({ rel }) => rel === "payer-action" || rel === "approve")?.href;
  if (!result.id || !href) throw new Error("PayPal gave an order without a page.");
  checkAmount(result, attempt);
  return { redirect: href, reference: result.id };
}

/** PayPal answers a repeated request id with the first order, whatever is asked for now. */
function checkAmount({ purchaseUnits }: Order, { cents }: AttemptToPay): void {
  if (centsOf(purchaseUnits?.[0]?.amount?.value) !== cents)
    throw new Error("This request id was used for another amount.");
}

/** A page that was never shown to anybody has no name yet and cannot have been paid. */
async function readState(client: Client, { clock }: Parts, attempt: OpenedAttempt): Promise<AttemptAnswer> {
  const over = clock() >= attempt.endsAt;
  if (attempt.reference === null) return { state: over ? "expired" : "open" };
  try {
    const { result } = await (await client()).orders.getOrder({ id: attempt.reference });
    return answerOf(result, over);
  } catch (error) {
    if (refusalOf(error)?.status !== 404) throw error;
    return { state: "expired" };
  }
}

/** A second capture is refused by PayPal as already captured; the state of the order is returned instead. */
async function capture(client: Client, parts: Parts, attempt: OpenedAttempt): Promise<AttemptAnswer> {
  if (attempt.reference === null) return readState(client, parts, attempt);
  const paypalRequestId = `capture-${parts.installId}-${attempt.id}`;
  try {
    await (await client()).orders.captureOrder({ id: attempt.reference, paypalRequestId, prefer: whole });
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    if (refusal.issue === "INSTRUMENT_DECLINED" || refusal.issue === "PAYER_CANNOT_PAY") return { state: "failed" };
  }
  return readState(client, parts, attempt);
}

async function refundsOf(client: Client, { transaction, reference }: PaymentRef): Promise<readonly ProviderRefund[]> {
  if (reference === null) return [];
  const { result } = await (await client()).orders.getOrder({ id: reference });
  return (result.purchaseUnits ?? [])
    .flatMap(({ payments }) => payments?.refunds ?? [])
    .filter(({ links }) => captureOf(links) === transaction)
    .map(refundOf);
}

/** PayPal forgets its request ids: our id in the refund is what makes a late repeat the same refund. */
async function sendBack(client: Client, { installId }: Parts, refund: RefundToSend): Promise<RefundAnswer> {
  const { id, transaction, cents, currency, refusals } = refund;
  try {
    const before = (await refundsOf(client, refund)).filter((one) => one.id === id);
    const live = before.find(({ state }) => state !== "failed");
    if (live) return { state: live.state, reference: live.reference };
    const { result } = await (await client()).payments.refundCapturedPayment({
      captureId: transaction,
      paypalRequestId: `refund-${installId}-${id}-${before.length}-${refusals}-${cents}`,
      prefer: whole,
      body: { amount: { currencyCode: currency, value: amountIn(cents) }, customId: id },
    });
    return { state: refundState(result.status), reference: result.id ?? null };
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return { state: "failed", reference: null, reason: refusal.text };
  }
}

async function readDispute(client: Client, reference: string): Promise<ProviderDispute | null> {
  const path = `/v1/customer/disputes/${encodeURIComponent(reference)}`;
  const { status, body } = await (await client()).ask("GET", path);
  if (status === 404) return null;
  if (status !== 200) throw new Error(`PayPal answered ${status}.`);
  return disputeOf(body as Reported);
}
