import { newKnobs, openDelivery } from "../payments/knobs.ts";
import { type Answer, type Asked, type FakeWishes, go, html, page, safe, startServer } from "../payments/server.ts";
import { approve, type Bank } from "./actions.ts";
import { answerCall, signed } from "./api.ts";
import { openBooks } from "./books.ts";

const app = { id: "paperwright-fake", secret: "a secret for the fake" };
const webhook = "8PT597110X687430L";

/** Starts a fake of PayPal on 127.0.0.1: orders, captures, refunds, disputes, its page, signed webhooks. */
export async function startPayPal({ port = 0, now = () => new Date(), webhooks = null }: FakeWishes = {}) {
  const knobs = newKnobs();
  const delivery = openDelivery(webhooks, knobs);
  let origin = "";
  const letterOf = (event: object) => signed(event, now(), webhook);
  const bank: Bank = {
    books: openBooks(),
    now,
    origin: () => origin,
    refunds: { state: "COMPLETED" },
    send: (event) => delivery.post(letterOf(event)),
  };
  /** Calls and answers, for a check against PayPal's own description. */
  const calls: { path: string; body: unknown; answer: unknown }[] = [];
  /** How often each path was called. */
  const asked = new Map<string, number>();
  const isCall = (path: string) => /^\/v\d\//.test(path);
  const read = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return null; // nothing, or an event that somebody broke
    }
  };
  const answer = (call: Asked) => {
    if (!isCall(call.path)) return answerPage(bank, call);
    asked.set(call.path, (asked.get(call.path) ?? 0) + 1);
    const given = answerCall(bank, call, app);
    if (call.path !== "/v1/oauth2/token")
      calls.push({ path: call.path, body: read(call.body), answer: read(given.body) });
    return given;
  };
  const server = await startServer({ port, knobs, isCall, answer, tell: () => ({ orders: bank.books.orders.size }) });
  origin = server.url;
  return {
    url: server.url,
    bank,
    knobs,
    calls,
    asked,
    letterOf,
    flush: delivery.flush,
    /** What the product must be started with. */
    env: {
      PAYPAL_CLIENT_ID: app.id,
      PAYPAL_CLIENT_SECRET: app.secret,
      PAYPAL_WEBHOOK_ID: webhook,
      PAYPAL_API_BASE: server.url,
    } as Record<string, string>,
    close: server.close,
  };
}

export type FakePayPal = Awaited<ReturnType<typeof startPayPal>>;

const ends = { approve: null, review: "review", decline: "decline" } as const;

/** PayPal's page at /checkoutnow?token=<order>: approve, approve and be looked at, approve with a bad card, cancel. */
function answerPage(bank: Bank, asked: Asked): Answer {
  const id = asked.query.get("token") ?? "";
  const [order, approval] = [bank.books.orders.get(id), bank.books.approvals.get(id)];
  const [unit] = order?.purchase_units ?? [];
  if (!order || !approval || !unit)
    return { ...page(html("Fake for PayPal", "<p>There is no such payment.</p>")), status: 404 };
  const back = `${approval.back}&token=${id}&PayerID=QYR5Z8XDVJNXQ`;
  if (order.status !== "PAYER_ACTION_REQUIRED") return go(back);
  const choice = asked.method === "POST" ? new URLSearchParams(asked.body).get("choice") : null;
  if (choice !== null && choice in ends) {
    approve(bank, id, ends[choice as keyof typeof ends]);
    return go(back);
  }
  const button = (value: string, label: string) => `<button name="choice" value="${value}">${label}</button>`;
  return page(
    html(
      "Fake for PayPal",
      `<p>$${safe(unit.amount.value)}. No real money.</p><form method="post" action="/checkoutnow?token=${id}">
${button("approve", "Approve")}${button("review", "Approve, and PayPal looks at it")}${button("decline", "Approve with a card that is refused")}</form>
<a href="${safe(approval.cancel)}">Cancel and go back</a>`,
    ),
  );
}
