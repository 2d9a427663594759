import { afterAll, expect, test } from "vitest";
import * as paypalActions from "#fakes/paypal/actions.ts";
import { approve } from "#fakes/paypal/actions.ts";
import { pay, question } from "#fakes/stripe/actions.ts";
import { openFixture } from "#tests/histories/fixture.ts";
import { essayCents, must, newOrder, rowOf } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { startAttempt } from "../index.server.ts";
import { readBooks } from "../settling/books.ts";
import { providerEvents } from "../tables.ts";
import { fetchMissedEvents, missedEventsJobs, processDueEvents } from "./inbox.ts";

const fixture = await openFixture(1);
afterAll(fixture.close);
const { runtime, stripe, paypal } = fixture;

const opened = async (method: "stripe" | "paypal") => {
  const mine = await newOrder(runtime);
  const ask = { orderId: mine.orderId, method, seenCents: essayCents };
  must(await startAttempt(ctxFor(runtime, mine.client), ask));
  const [attempt] = (await readBooks(runtime.db, mine.orderId)).attempts;
  return { ...mine, page: attempt?.reference ?? "" };
};
const transactionOf = async (orderId: string) =>
  (await readBooks(runtime.db, orderId)).settlements[0]?.transaction ?? "";
const sweep = async () => {
  const missed = await fetchMissedEvents(runtime);
  while ((await processDueEvents(runtime)) > 0);
  await runtime.dispatchEvents();
  return missed;
};

test("a job of every hour asks the providers, so that a refund is known before a payout leaves", async () => {
  const hourly = missedEventsJobs.find(({ cron = "" }) => /^\d{1,2} \* \* \* \*$/.test(cron));
  const card = await opened("stripe");
  pay(stripe.bank, card.page);
  await hourly?.run(runtime);
  while ((await processDueEvents(runtime)) > 0);
  await runtime.dispatchEvents();
  expect((await rowOf(runtime, card.orderId)).status).toBe("confirmed");
});

test("events that never reached us are fetched once, from both providers, and followed", async () => {
  const [card, wallet] = [await opened("stripe"), await opened("paypal")];
  pay(stripe.bank, card.page);
  approve(paypal.bank, wallet.page);
  stripe.knobs.down = "error";
  expect(await sweep()).toBe(1); // what one does not answer does not keep the other
  stripe.knobs.down = null;
  expect(await sweep()).toBe(3); // of Stripe two, and PayPal's of the capture
  expect(await sweep()).toBe(0);
  for (const { orderId } of [card, wallet]) expect((await rowOf(runtime, orderId)).status).toBe("confirmed");
  const intent = stripe.bank.books.intents.get(await transactionOf(card.orderId));
  if (!intent) throw new Error("Nothing was paid at Stripe.");
  question(stripe.bank, intent, essayCents, "needs_response");
  paypalActions.question(paypal.bank, await transactionOf(wallet.orderId), essayCents);
  expect(await sweep()).toBe(2);
  for (const { orderId } of [card, wallet]) expect((await rowOf(runtime, orderId)).frozen).toBe(true);
  const kept = await runtime.db.select().from(providerEvents);
  expect(kept.filter(({ processedAt }) => processedAt === null)).toEqual([]);
  expect(kept.every(({ body, eventId }) => JSON.parse(body).id === eventId)).toBe(true);
});
