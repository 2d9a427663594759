import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { newKnobs } from "#fakes/payments/knobs.ts";
import * as paypalActions from "#fakes/paypal/actions.ts";
import { capturesOf, money } from "#fakes/paypal/books.ts";
import * as stripeActions from "#fakes/stripe/actions.ts";
import { signed } from "#fakes/stripe/start.ts";
import { openFixture } from "#tests/histories/fixture.ts";
import { type Client, essayCents, later, must, newOrder, person, rowOf } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { moneyToReview, openCheckout, returnFromProvider, startAttempt } from "../index.server.ts";
import { readBooks } from "../settling/books.ts";
import { providerEvents } from "../tables.ts";
import { receiveEvent } from "./inbox.ts";

const fixture = await openFixture(1);
afterAll(fixture.close);
const { runtime, stripe, paypal, events } = fixture;
beforeEach(() => {
  events.length = 0;
  for (const { knobs } of [stripe, paypal]) Object.assign(knobs, newKnobs());
});

const providers = ["stripe", "paypal"] as const;
type Name = (typeof providers)[number];

const start = (mine: Client, method: string) =>
  startAttempt(ctxFor(runtime, mine.client), { orderId: mine.orderId, method, seenCents: essayCents });
const opened = async (method: Name) => {
  const mine = await newOrder(runtime);
  must(await start(mine, method));
  const [attempt] = (await readBooks(runtime.db, mine.orderId)).attempts;
  return { ...mine, attempt, page: attempt?.reference ?? "" };
};
const pay = (method: Name, page: string) =>
  method === "stripe" ? stripeActions.pay(stripe.bank, page) : paypalActions.approve(paypal.bank, page);
const deliverAll = async () => {
  for (const { provider, sign } of events.splice(0)) {
    const received = await receiveEvent(runtime, provider, sign());
    if (received.ok) await received.processed;
  }
};
const back = async (mine: Client) =>
  must(await returnFromProvider(ctxFor(runtime, mine.client), { orderId: mine.orderId })).result;
const stageOf = async (mine: Client) =>
  must(await openCheckout(ctxFor(runtime, mine.client), { orderId: mine.orderId })).stage.kind;

/** What the provider has is not what was asked for. */
const alter = (method: Name, page: string, cents: number, currency: string) => {
  pay(method, page);
  if (method === "stripe") {
    const session = stripe.bank.books.sessions.get(page);
    const intent = stripe.bank.books.intents.get(session?.payment_intent ?? "");
    if (intent) Object.assign(intent, { amount_received: cents, currency: currency.toLowerCase() });
  } else {
    const order = paypal.bank.books.orders.get(page);
    if (order) paypalActions.capture(paypal.bank, order);
    for (const one of order ? capturesOf(order) : []) one.amount = { ...money(cents), currency_code: currency };
  }
};

describe.each(providers)("%s: what was paid is not what was asked for", (method) => {
  test.each([
    ["a cent less", essayCents - 1, "USD"],
    ["a cent more", essayCents + 1, "USD"],
    ["another currency", essayCents, "EUR"],
  ])("%s is put to review, never paid, and nothing more can be paid until then", async (_, cents, currency) => {
    const mine = await opened(method);
    alter(method, mine.page, cents, currency);
    await deliverAll();
    await deliverAll();
    expect((await rowOf(runtime, mine.orderId)).status).toBe("pending");
    const { settlements } = await readBooks(runtime.db, mine.orderId);
    expect(settlements).toMatchObject([{ verdict: "review", cents, currency }]);
    const { reviews } = must(await moneyToReview(ctxFor(runtime, person(3)), {}));
    expect(reviews.map(({ id }) => id)).toContain(settlements[0]?.id);
    expect(await back(mine)).toBe("review");
    expect(await start(mine, method)).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("is being checked"),
    });
  });
});

describe.each(providers)("%s: events", (method) => {
  test("replayed, each is stored once and pays once", async () => {
    const mine = await opened(method);
    pay(method, mine.page);
    const before = await runtime.db.$count(providerEvents);
    const sent = [...events];
    for (let times = 0; times < 3; times += 1) {
      events.push(...sent);
      await deliverAll();
    }
    const { settlements } = await readBooks(runtime.db, mine.orderId);
    expect(settlements).toMatchObject([{ verdict: "settle" }]);
    expect((await runtime.db.$count(providerEvents)) - before).toBeLessThanOrEqual(sent.length + 2);
  });

  test("forged and old ones are refused, and nothing is stored", async () => {
    const mine = await opened(method);
    pay(method, mine.page);
    const [letter] = events.splice(0);
    if (!letter) throw new Error("Nothing was told.");
    const before = await runtime.db.$count(providerEvents);
    const { raw, headers } = letter.sign();
    const forged = raw.replace(mine.attempt?.id ?? "", mine.orderId);
    expect(forged).not.toBe(raw);
    expect(await receiveEvent(runtime, method, { raw: forged, headers })).toMatchObject({ ok: false, status: 400 });
    const other = method === "stripe" ? "paypal" : "stripe";
    expect(await receiveEvent(runtime, other, { raw, headers })).toMatchObject({ ok: false, status: 400 });
    later(runtime, 5 * 86_400);
    expect(await receiveEvent(runtime, method, { raw, headers })).toMatchObject({ ok: false, status: 400 });
    expect(await runtime.db.$count(providerEvents)).toBe(before);
    later(runtime, -5 * 86_400);
  });

  test("about another account's payment or another installation's attempt they ask for nothing", async () => {
    const mine = await opened(method);
    pay(method, mine.page);
    events.length = 0;
    const stranger = "0190b0a0-0000-7000-8000-000000000000";
    if (method === "stripe") {
      const [event] = stripe.bank.books.events;
      if (!event) throw new Error("Nothing was told.");
      const { body, headers } = signed({ ...event, ...{ account: "acct_other" } }, runtime.clock());
      const received = await receiveEvent(runtime, method, { raw: body, headers: new Headers(headers) });
      if (received.ok) await received.processed;
    } else {
      const order = paypal.bank.books.orders.get(mine.page);
      const unit = { ...order?.purchase_units[0], custom_id: stranger };
      const event = paypalActions.eventOf(paypal.bank, "CHECKOUT.ORDER.APPROVED", { ...order, purchase_units: [unit] });
      const { body, headers } = paypal.letterOf(event);
      const received = await receiveEvent(runtime, method, { raw: body, headers: new Headers(headers) });
      if (received.ok) await received.processed;
    }
    expect((await readBooks(runtime.db, mine.orderId)).settlements).toEqual([]);
    expect((await rowOf(runtime, mine.orderId)).status).toBe("pending");
  });
});

describe.each(providers)("%s: trouble has a sentence and a way on, and nothing is charged", (method) => {
  const fake = method === "stripe" ? stripe : paypal;

  test.each(["error", "lost"] as const)("the page cannot be opened (%s)", async (down) => {
    const mine = await newOrder(runtime);
    fake.knobs.down = down;
    const refused = await start(mine, method);
    expect(refused).toMatchObject({ code: "unavailable", retryAfter: 60 });
    expect(refused.ok ? "" : refused.message).toMatch(/Nothing was charged\. Try again in a minute, or choose another/);
    fake.knobs.down = null;
    expect(await stageOf(mine)).toBe("pay");
    const again = must(await start(mine, method));
    expect((await readBooks(runtime.db, mine.orderId)).attempts).toMatchObject([{ id: again.attemptId }]);
    expect(must(await start(mine, method === "stripe" ? "paypal" : "stripe")).redirect).toMatch(/^http/);
  });

  test("it cannot be asked on the way back: confirming, and found paid when it answers", async () => {
    const mine = await opened(method);
    pay(method, mine.page);
    fake.knobs.down = "error";
    expect(await back(mine)).toBe("confirming");
    fake.knobs.down = null;
    expect(await back(mine)).toBe("paid");
  });

  test("left without paying, or run out: unpaid, and another try is possible", async () => {
    const mine = await opened(method);
    expect(await back(mine)).toBe("confirming");
    later(runtime, 3_700);
    expect(await back(mine)).toBe("unpaid");
    expect(await stageOf(mine)).toBe("pay");
    expect(must(await start(mine, method)).attemptId).not.toBe(mine.attempt?.id);
    expect((await readBooks(runtime.db, mine.orderId)).settlements).toEqual([]);
  });
});

test("what was agreed to at PayPal after the order was paid in another way is not taken, and the page says so", async () => {
  const mine = await opened("paypal");
  const card = must(await start(mine, "stripe"));
  stripeActions.pay(stripe.bank, card.redirect.split("/").at(-1) ?? "");
  await deliverAll();
  paypalActions.approve(paypal.bank, mine.page);
  const ask = { orderId: mine.orderId, attemptId: mine.attempt?.id };
  expect(must(await returnFromProvider(ctxFor(runtime, mine.client), ask)).result).toBe("released");
  expect((await readBooks(runtime.db, mine.orderId)).settlements).toHaveLength(1);
  expect(await back(mine)).toBe("paid");
});

test("PayPal declines what was agreed to: failed, and another way pays", async () => {
  const mine = await opened("paypal");
  paypalActions.approve(paypal.bank, mine.page, "decline");
  expect(await back(mine)).toBe("failed");
  const page =
    must(await start(mine, "stripe"))
      .redirect.split("/")
      .at(-1) ?? "";
  stripeActions.pay(stripe.bank, page);
  expect(await back(mine)).toBe("paid");
});
