import { createHmac, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import { type Answer, type Asked, json } from "../payments/server.ts";
import { type Bank, capture, refund } from "./actions.ts";
import { cents, type Money, newName, type Order, orderOf, refundsOf } from "./books.ts";

const wrong = (status: number, name: string, issue: string): Answer =>
  json(status, { name, message: name, debug_id: newName(13), details: [{ issue, description: issue }], links: [] });
const missing = wrong(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID");
const refused = (issue: string): Answer => wrong(422, "UNPROCESSABLE_ENTITY", issue);

type OrderBody = {
  purchase_units: [{ custom_id?: string; invoice_id?: string; description?: string; amount: Money }];
  payment_source: { paypal: { experience_context: { return_url: string; cancel_url: string } } };
};

function createOrder(bank: Bank, body: OrderBody): Order {
  const id = newName();
  const [unit] = body.purchase_units;
  const link = (path: string, rel: string, method = "GET") => ({ href: `${bank.origin()}${path}`, rel, method });
  const order: Order = {
    id,
    intent: "CAPTURE",
    status: "PAYER_ACTION_REQUIRED",
    purchase_units: [{ reference_id: "default", ...unit }],
    create_time: bank.now().toISOString(),
    links: [link(`/v2/checkout/orders/${id}`, "self"), link(`/checkoutnow?token=${id}`, "payer-action")],
  };
  const { return_url: back, cancel_url: cancel } = body.payment_source.paypal.experience_context;
  bank.books.orders.set(id, order);
  bank.books.approvals.set(id, { back, cancel, end: null });
  return order;
}

/** The same request id again is answered with what was made the first time. */
const orderFor = (bank: Bank, { headers, body }: Asked): Answer => {
  const request = headers.get("paypal-request-id") ?? newName();
  const known = bank.books.orders.get(bank.books.requests.get(request) ?? "");
  if (known) return json(200, known);
  const order = createOrder(bank, JSON.parse(body) as OrderBody);
  bank.books.requests.set(request, order.id);
  return json(201, order);
};

function captureOrder(bank: Bank, { headers }: Asked, id: string): Answer {
  const order = bank.books.orders.get(id);
  if (!order) return missing;
  const request = headers.get("paypal-request-id") ?? newName();
  if (bank.books.requests.get(request) === id) return json(200, order);
  const made = capture(bank, order);
  if (typeof made === "string") return refused(made);
  bank.books.requests.set(request, id);
  return json(201, order);
}

function refundCapture(bank: Bank, { headers, body }: Asked, captureId: string): Answer {
  const order = orderOf(bank.books, captureId);
  if (!order) return missing;
  const request = headers.get("paypal-request-id") ?? newName();
  const known = refundsOf(order).find(({ id }) => id === bank.books.requests.get(request));
  if (known) return json(200, known);
  const { amount, custom_id } = JSON.parse(body || "{}") as { amount?: Money; custom_id?: string };
  const made = refund(bank, captureId, amount ? cents(amount) : null, custom_id);
  if (!made) return refused("REFUND_AMOUNT_EXCEEDED");
  bank.books.requests.set(request, made.id);
  return json(201, made);
}

const shown = (one: object | undefined): Answer => (one ? json(200, one) : missing);

const pageSize = 100;

/** Events of a span, newest first, in pages. */
function eventList({ books, origin }: Bank, { query }: Asked): Answer {
  const [from, to] = [Date.parse(query.get("start_time") ?? ""), Date.parse(query.get("end_time") ?? "")];
  if (Number.isNaN(from) || Number.isNaN(to)) return wrong(400, "INVALID_REQUEST", "INVALID_PARAMETER");
  const size = Math.min(Number(query.get("page_size") ?? 10), pageSize);
  const start = Number(query.get("start") ?? 0);
  const all = books.events.filter(
    ({ create_time }) => Date.parse(create_time) >= from && Date.parse(create_time) <= to,
  );
  const next = new URLSearchParams([...query].filter(([name]) => name !== "start"));
  next.set("start", String(start + size));
  const href = `${origin()}/v1/notifications/webhooks-events?${next}`;
  const links = start + size < all.length ? [{ href, rel: "next", method: "GET" }] : [];
  return json(200, { events: all.slice(start, start + size), count: Math.min(size, all.length - start), links });
}

type Route = readonly [string, RegExp, (bank: Bank, asked: Asked, id: string) => Answer];
const routes: readonly Route[] = [
  ["POST", /^\/v2\/checkout\/orders$/, orderFor],
  ["GET", /^\/v2\/checkout\/orders\/(\w+)$/, ({ books }, _, id) => shown(books.orders.get(id))],
  ["POST", /^\/v2\/checkout\/orders\/(\w+)\/capture$/, captureOrder],
  ["POST", /^\/v2\/payments\/captures\/(\w+)\/refund$/, refundCapture],
  ["GET", /^\/v1\/notifications\/webhooks-events$/, eventList],
  ["GET", /^\/v1\/customer\/disputes\/([\w-]+)$/, ({ books }, _, id) => shown(books.disputes.get(id))],
  [
    "POST",
    /^\/v1\/notifications\/verify-webhook-signature$/,
    (_, { body }) => json(200, { verification_status: isSigned(body) ? "SUCCESS" : "FAILURE" }),
  ],
];

const token = "A21AAfake";

/** Answers a call: a token for the app's id and secret, then only calls with that token. */
export function answerCall(bank: Bank, asked: Asked, app: { id: string; secret: string }): Answer {
  const given = asked.headers.get("authorization");
  if (asked.path === "/v1/oauth2/token") {
    const basic = `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString("base64")}`;
    if (given !== basic)
      return json(401, { error: "invalid_client", error_description: "Client Authentication failed" });
    return json(200, { access_token: token, token_type: "Bearer", expires_in: 32_400, scope: "", app_id: "APP-FAKE" });
  }
  if (given !== `Bearer ${token}`) return wrong(401, "AUTHENTICATION_FAILURE", "INVALID_TOKEN");
  for (const [method, pattern, answer] of routes) {
    const match = method === asked.method ? pattern.exec(asked.path) : null;
    if (match) return answer(bank, asked, match[1] ?? "");
  }
  return missing;
}

const key = "the key of the fake";

const signatureOf = (id: string, time: string, webhook: string, raw: string): string =>
  createHmac("sha256", key)
    .update(`${id}|${time}|${webhook}|${crc32(raw)}`)
    .digest("base64");

/** PayPal's headers over the exact bytes; the fake signs with a key of its own, since only it is asked about it. */
export function signed(event: object, now: Date, webhook: string): { body: string; headers: Record<string, string> } {
  const [body, id, time] = [JSON.stringify(event), randomUUID(), now.toISOString()];
  return {
    body,
    headers: {
      "content-type": "application/json",
      "paypal-auth-algo": "SHA256withRSA",
      "paypal-cert-url": "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42",
      "paypal-transmission-id": id,
      "paypal-transmission-time": time,
      "paypal-transmission-sig": signatureOf(id, time, webhook, body),
    },
  };
}

/** Answers whether an event, given back byte for byte as the last field, is one that was signed here. */
function isSigned(body: string): boolean {
  const at = body.indexOf(`"webhook_event":`);
  if (at < 0) return false;
  const raw = body.slice(at + `"webhook_event":`.length, body.lastIndexOf("}"));
  const reported = JSON.parse(body) as Record<string, string>;
  const { transmission_id = "", transmission_time = "", webhook_id = "", transmission_sig } = reported;
  return signatureOf(transmission_id, transmission_time, webhook_id, raw) === transmission_sig;
}
