import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { afterAll, describe, expect, test } from "vitest";
import * as actions from "#fakes/paypal/actions.ts";
import { startPayPal } from "#fakes/paypal/start.ts";
import { newId } from "#src/platform/ids.ts";
import { paymentProviderContract } from "#tests/support/payment-provider.contract.ts";
import { payPalOver } from "./over-fake.test-support.ts";

let now = new Date("2026-03-10T12:00:00Z");
const clock = () => now;
const fake = await startPayPal({ now: clock });
afterAll(fake.close);
const { bank } = fake;
const provider = payPalOver(fake, clock);

const letterOf = (type: string, resource: object) => {
  const { body, headers } = fake.letterOf(actions.eventOf(bank, type, resource));
  return { raw: body, headers: new Headers(headers) };
};

paymentProviderContract("PayPal", async () => ({
  provider,
  now: clock,
  pay: async (one) => {
    // The shop captures what was agreed to on a page that it has not ended.
    actions.approve(bank, one.reference ?? "");
  },
  payTwice: null,
  approve: async ({ reference }) => void actions.approve(bank, reference ?? ""),
  decline: async (one) => {
    actions.approve(bank, one.reference ?? "", "decline");
    expect(await provider.capture(one)).toEqual({ state: "failed" });
    const order = bank.books.orders.get(one.reference ?? "");
    if (order) order.status = "PAYER_ACTION_REQUIRED";
  },
  letTimePass: () => {
    now = new Date(now.getTime() + 3_700_000);
  },
  ageEvents: () => {
    now = new Date(now.getTime() + 5 * 86_400_000);
  },
  event: async ({ reference }) => letterOf("CHECKOUT.ORDER.APPROVED", bank.books.orders.get(reference ?? "") ?? {}),
  refundElsewhere: async (_, transaction, cents) => void actions.refund(bank, transaction, cents),
  question: async (transaction, cents) => actions.question(bank, transaction, cents).dispute_id,
  close: async () => undefined,
}));

const opened = async () => {
  const endsAt = new Date(now.getTime() + 3_600_000);
  const one = { id: newId(), orderId: newId(), orderNumber: "7KQ2M4X", cents: 11_250, currency: "USD" };
  const attempt = { ...one, startedAt: now, endsAt };
  return { ...attempt, reference: (await provider.open(attempt)).reference };
};

test("a payment that PayPal looks at is reviewed, then paid or failed", async () => {
  for (const [yes, state] of [
    [true, "paid"],
    [false, "failed"],
  ] as const) {
    const one = await opened();
    const order = actions.approve(bank, one.reference, "review");
    expect(await provider.capture(one)).toEqual({ state: "reviewing" });
    if (order) actions.letThrough(bank, order, yes);
    expect((await provider.state(one)).state).toBe(state);
  }
});

test("a payment names its account, the same one each time", async () => {
  const payers = [];
  for (const account of ["QYR5Z8XDVJNXQ", "QYR5Z8XDVJNXQ", "WDJJHEBZ4X2LY"]) {
    const one = await opened();
    actions.approve(bank, one.reference, null, account);
    const answer = await provider.capture(one);
    payers.push(answer.state === "paid" && answer.payments[0].payer);
  }
  expect(payers).toEqual(["QYR5Z8XDVJNXQ", "QYR5Z8XDVJNXQ", "WDJJHEBZ4X2LY"]);
});

test("a capture whose answer was lost is made once", async () => {
  const one = await opened();
  actions.approve(bank, one.reference);
  fake.knobs.down = "lost";
  await expect(provider.capture(one)).rejects.toThrow();
  fake.knobs.down = null;
  bank.books.requests.clear(); // PayPal has forgotten the key
  expect(await provider.capture(one)).toMatchObject({ state: "paid", payments: [{ cents: 11_250 }] });
});

describe("events of PayPal", () => {
  test("a refund names its payment, a dispute itself, a capture the attempt", async () => {
    const one = await opened();
    actions.approve(bank, one.reference);
    const paid = await provider.capture(one);
    const transaction = paid.state === "paid" ? paid.payments[0].transaction : "";
    const reported = async (type: string, resource: object) => {
      const { raw, headers } = letterOf(type, resource);
      const verified = await provider.verifyEvent(raw, headers, async () => null);
      return verified.ok ? verified.event.about : verified.reason;
    };
    const back = actions.refund(bank, transaction, 100) ?? {};
    expect(await reported("PAYMENT.CAPTURE.REFUNDED", back)).toEqual({ kind: "refund", transaction });
    const dispute = actions.question(bank, transaction, 11_150);
    expect(await reported("CUSTOMER.DISPUTE.CREATED", dispute)).toEqual({
      kind: "dispute",
      reference: dispute.dispute_id,
    });
    const capture = bank.books.orders.get(one.reference)?.purchase_units[0]?.payments?.captures[0] ?? {};
    expect(await reported("PAYMENT.CAPTURE.COMPLETED", capture)).toEqual({ kind: "attempt", attemptId: one.id });
    expect(await reported("BILLING.PLAN.CREATED", {})).toBeNull();
  });

  test("when PayPal cannot be asked, the event is neither taken nor refused", async () => {
    const { raw, headers } = letterOf("CHECKOUT.ORDER.APPROVED", {});
    fake.knobs.down = "error";
    await expect(provider.verifyEvent(raw, headers, async () => null)).rejects.toThrow();
    fake.knobs.down = null;
  });
});

/** PayPal's own description, as JSON Schema: what may be null is a type of its own there. */
function schemasOf(name: string) {
  const file = new URL(`../../../../fakes/paypal/openapi/${name}.json`, import.meta.url);
  const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false, allErrors: true });
  ajv.addSchema(JSON.parse(readFileSync(file, "utf8")), name);
  return (schema: string, value: unknown): string[] => {
    const check = ajv.getSchema(`${name}#/components/schemas/${schema}`);
    if (!check) throw new Error(`There is no schema ${schema}.`);
    return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

const [orders, payments, disputes, webhooks] = [
  schemasOf("checkout_orders_v2"),
  schemasOf("payments_payment_v2"),
  schemasOf("customer_disputes_v1"),
  schemasOf("notifications_webhooks_v1"),
];

test("requests, and the answers of the fake, are as PayPal describes them", () => {
  expect(orders("order_request", { intent: "CAPTURE" })).not.toEqual([]);
  const known = fake.calls.filter(({ answer }) => !("details" in (answer as object)));
  const at = (path: string) => known.filter((call) => call.path.includes(path));
  const [made, back] = [at("/v2/checkout/orders"), at("/refund")];
  const [asked, reported, listed] = [
    at("/verify-webhook-signature"),
    at("/customer/disputes/"),
    at("/webhooks-events"),
  ];
  for (const calls of [made, back, asked, reported, listed]) expect(calls.length).toBeGreaterThan(0);
  for (const { path, body } of made) if (path.endsWith("/orders")) expect(orders("order_request", body)).toEqual([]);
  for (const { answer } of made) expect(orders("order", answer)).toEqual([]);
  for (const { body, answer } of back)
    expect([payments("refund_request", body), payments("refund", answer)]).toEqual([[], []]);
  for (const { body, answer } of asked) {
    // A signature is base64, and one that begins with a plus or a slash does not fit the description's pattern.
    const signature = { transmission_sig: `s${(body as { transmission_sig: string }).transmission_sig}` };
    expect(webhooks("verify_webhook_signature", { ...(body as object), ...signature })).toEqual([]);
    expect(webhooks("verify_webhook_signature_response", answer)).toEqual([]);
  }
  for (const { answer } of reported) expect(disputes("dispute", answer)).toEqual([]);
});

/** What an event speaks of, by the beginning of its type. */
const resources: readonly (readonly [string, (resource: unknown) => string[]])[] = [
  ["CUSTOMER.DISPUTE.", (one) => disputes("dispute", one)],
  ["CHECKOUT.ORDER.", (one) => orders("order", one)],
  ["PAYMENT.CAPTURE.REFUNDED", (one) => payments("refund", one)],
  ["PAYMENT.CAPTURE.", (one) => payments("capture", one)],
];

test("events of the fake, and what they speak of, are as PayPal describes them", () => {
  const met = new Set<string>();
  for (const event of bank.books.events) {
    expect(webhooks("event", event)).toEqual([]);
    const [name, wrongIn] = resources.find(([start]) => event.event_type.startsWith(start)) ?? [];
    expect(wrongIn?.(event.resource), event.event_type).toEqual([]);
    met.add(name ?? "");
  }
  expect(met.size).toBe(resources.length);
  const [dispute] = bank.books.disputes.values();
  expect(disputes("dispute", { ...dispute, status: "ODD" })).not.toEqual([]);
});
