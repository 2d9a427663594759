import { createHmac } from "node:crypto";
import { newKnobs, openDelivery } from "../payments/knobs.ts";
import { type Answer, type Asked, type FakeWishes, go, html, page, safe, startServer } from "../payments/server.ts";
import { type Bank, current, pay } from "./actions.ts";
import { answerCall, asLists, parseForm } from "./api.ts";
import { openBooks, type Session, type StripeEvent } from "./books.ts";

const stripeKeys = { secret: "sk_test_fake", webhook: "whsec_fake" } as const;

/** Stripe's signature: the time, and an HMAC over the time and the exact bytes. */
export const signed = (event: StripeEvent, now: Date): { body: string; headers: Record<string, string> } => {
  const [body, at] = [JSON.stringify(event), Math.floor(now.getTime() / 1000)];
  const v1 = createHmac("sha256", stripeKeys.webhook).update(`${at}.${body}`).digest("hex");
  return { body, headers: { "content-type": "application/json", "stripe-signature": `t=${at},v1=${v1}` } };
};

/** Starts a fake of Stripe on 127.0.0.1: Checkout Sessions, refunds, disputes, events, its page, signed webhooks. */
export async function startStripe({ port = 0, now = () => new Date(), webhooks = null }: FakeWishes = {}) {
  const knobs = newKnobs();
  const delivery = openDelivery(webhooks, knobs);
  const send = (event: StripeEvent) => delivery.post(signed(event, now()));
  const bank: Bank = {
    books: openBooks(),
    knobs,
    now,
    apiVersion: "2026-10-28.endive",
    refunds: { state: "succeeded" },
    send,
  };
  /** Bodies of calls, for a check against the SDK's types. */
  const calls: { path: string; body: unknown }[] = [];
  let origin = "";
  const answer = (asked: Asked) => {
    if (!asked.path.startsWith("/v1/")) return answerPage(bank, asked);
    if (asked.method === "POST") calls.push({ path: asked.path, body: asLists(parseForm(asked.body)) });
    return answerCall(bank, asked, { origin, key: stripeKeys.secret });
  };
  const isCall = (path: string) => path.startsWith("/v1/");
  const tell = () => ({ sessions: bank.books.sessions.size, events: bank.books.events.length });
  const server = await startServer({ port, knobs, isCall, answer, tell });
  origin = server.url;
  return {
    url: server.url,
    bank,
    knobs,
    calls,
    flush: delivery.flush,
    /** What the product must be started with. */
    env: {
      STRIPE_SECRET_KEY: stripeKeys.secret,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhook,
      STRIPE_API_BASE: server.url,
    } as Record<string, string>,
    close: server.close,
  };
}

export type FakeStripe = Awaited<ReturnType<typeof startStripe>>;

const cards = { good: "4242424242424242", declined: "4000000000000002", secure: "4000002760003184" } as const;

const amountOf = ({ amount_total }: Session): string => `$${((amount_total ?? 0) / 100).toFixed(2)}`;

const payPage = (session: Session, message = ""): string =>
  html(
    "Fake for Stripe",
    `${message && `<p role="alert">${safe(message)}</p>`}<p>${amountOf(session)}. No real money. Good card ${cards.good}, declined ${cards.declined}, 3-D Secure ${cards.secure}.</p>
<form method="post" action="/pay/${session.id}"><label>Card number <input name="card" value="${cards.good}" inputmode="numeric"></label>
<button name="choice" value="pay">Pay ${amountOf(session)}</button></form>
<a href="${safe(session.cancel_url ?? "/")}">Cancel and go back</a>`,
  );

const securePage = (session: Session): string =>
  html(
    "3-D Secure",
    `<p>Your bank asks whether you pay ${amountOf(session)}.</p><form method="post" action="/pay/${session.id}">
<button name="choice" value="agree">Complete</button><button name="choice" value="refuse">Fail</button></form>`,
  );

const overPage = html("Fake for Stripe", "<p>This page is over. Nothing more can be paid here.</p>");

const backTo = (session: Session): string => (session.success_url ?? "/").replace("{CHECKOUT_SESSION_ID}", session.id);

/** The hosted page at /pay/<session>: cards by their numbers, and the bank's question of 3-D Secure. */
function answerPage(bank: Bank, asked: Asked): Answer {
  const session = current(bank, asked.path.split("/")[2] ?? "");
  if (!session) return { ...page(overPage), status: 404 };
  if (session.status === "complete") return go(backTo(session));
  if (session.status !== "open") return page(overPage);
  if (asked.method !== "POST") return page(payPage(session));
  const form = new URLSearchParams(asked.body);
  const choice = form.get("choice");
  if (choice === "refuse") return page(payPage(session, "Your bank did not confirm that it is you. Try another card."));
  const card = (form.get("card") ?? "").replaceAll(/\s/g, "");
  if (choice !== "agree" && card === cards.secure) return page(securePage(session));
  if (choice !== "agree" && card !== cards.good) return page(payPage(session, "Your card was declined."));
  pay(bank, session.id);
  return go(backTo(session));
}
