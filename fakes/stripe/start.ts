import { createHmac } from "node:crypto";
import { openDelivery } from "../payments/delivery.ts";
import { newKnobs } from "../payments/knobs.ts";
import { type Asked, type FakeWishes, startServer } from "../payments/server.ts";
import type { Bank } from "./actions.ts";
import { answerCall } from "./api.ts";
import { openBooks, type StripeEvent } from "./books.ts";
import { asLists, parseForm } from "./form.ts";
import { answerPage } from "./pages.ts";

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
