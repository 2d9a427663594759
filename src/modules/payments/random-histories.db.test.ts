import { afterAll, expect, test } from "vitest";
import { capturesOf, cents as centsOf, refundsOf } from "#fakes/paypal/books.ts";
import * as paypalDeeds from "#fakes/paypal/deeds.ts";
import { startPayPal } from "#fakes/paypal/start.ts";
import * as stripeDeeds from "#fakes/stripe/deeds.ts";
import { signed, startStripe } from "#fakes/stripe/start.ts";
import { payPalOver } from "#src/adapters/payments/paypal/over-fake.test-support.ts";
import { openStripe } from "#src/adapters/payments/stripe/index.ts";
import { acceptChange, askChange, deliverWork, orderTimers } from "#src/modules/orders/index.server.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import type { Person } from "#src/shared/viewer.ts";
import {
  doAct,
  finished,
  later,
  must,
  newWriter,
  openPaymentsRuntime,
  person,
  place,
  placing,
} from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { readBooks } from "./books.ts";
import { closeDuePages } from "./close-pages.ts";
import { processDueEvents, receiveEvent } from "./inbox.ts";
import { comeBack, giveTip, openCheckout, startAttempt } from "./index.server.ts";
import { reconcile } from "./jobs.ts";
import { type PaymentProvider, providersPort } from "./ports.ts";
import { ledgerBalances } from "./queries/ledger-balances.ts";
import { sendDueRefunds } from "./send-refunds.ts";

const histories = Number(process.env.HISTORIES ?? (process.env.FULL_RUN ? 200 : 20));
const stepsInAHistory = 40;
const seed = Number(process.env.SEED ?? 20260311);

/** A small generator whose seed is printed with a failure. */
let state = seed >>> 0;
const upTo = (most: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * most);
};
const oneOf = <T>(all: readonly T[]): T => all[upTo(all.length)] as T;

const runtime = await openPaymentsRuntime({ mode: "real" });
const stripe = await startStripe({ now: runtime.clock });
const paypal = await startPayPal({ now: runtime.clock });
afterAll(async () => {
  await stripe.close();
  await paypal.close();
  await runtime.drop();
});

type Sent = { raw: string; headers: Headers };
/** Signed anew each time that it is sent. News of money that goes back is never lost here. */
type Letter = { provider: "stripe" | "paypal"; sign: () => Sent; mayBeLost: boolean };
const letters: Letter[] = [];
const aboutMoneyBack = /refund|dispute/i;
const sentAs = ({ body, headers }: { body: string; headers: Record<string, string> }): Sent => ({
  raw: body,
  headers: new Headers(headers),
});
stripe.bank.send = (event) => {
  const sign = () => sentAs(signed(event, runtime.clock()));
  letters.push({ provider: "stripe", sign, mayBeLost: !aboutMoneyBack.test(event.type) });
};
paypal.bank.send = (event) => {
  const sign = () => sentAs(paypal.letterOf(event));
  letters.push({ provider: "paypal", sign, mayBeLost: !aboutMoneyBack.test(JSON.stringify(event)) });
};

/** A process that dies at a call of the provider: before it, or after the provider did what it was asked. */
let crashes = 0;
const crashing =
  <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
  async (...args: A): Promise<T> => {
    if (upTo(100) < crashes) throw new Error("The process died before the call.");
    const answer = await call(...args);
    if (upTo(100) < crashes) throw new Error("The process died after the call.");
    return answer;
  };
const mortal = (one: PaymentProvider): PaymentProvider => ({
  ...one,
  open: crashing(one.open),
  state: crashing(one.state),
  capture: crashing(one.capture),
  close: crashing(one.close),
  refund: crashing(one.refund),
});

const config = { secretKey: "sk_test_fake", webhookSecrets: ["whsec_fake"], apiBase: new URL(stripe.url) };
const shared = { installId: "test", baseUrl: new URL("http://localhost:3000"), clock: runtime.clock };
const { port } = runtime;
const providers = [openStripe({ config, ...shared }), payPalOver(paypal, runtime.clock)].map(mortal);
Object.assign(runtime, {
  port: (key: { name: string }) => (key.name === providersPort.name ? providers : port(key as never)),
});

type Life = { orderId: string; client: Person; writer: Person; admin: Person };

async function newLife(): Promise<Life> {
  const client = person();
  const deadline = new Date(runtime.clock().getTime() + 10 * 86_400_000).toISOString();
  const wish = { ...placing().fields, pages: "30", citedSources: "20", deadline };
  const { orderId } = await place(runtime, client, placing(wish, { confirmTotalCents: 48_000 }));
  return { orderId, client, writer: await newWriter(runtime), admin: person(3) };
}

async function begin({ client, orderId }: Life): Promise<void> {
  const asClient = ctxFor(runtime, client);
  const checkout = await openCheckout(asClient, { orderId });
  if (!checkout.ok || checkout.value.stage.kind !== "pay") return;
  const ask = { orderId, method: oneOf(["stripe", "paypal"]), seenCents: checkout.value.stage.cents };
  await startAttempt(asClient, upTo(2) ? { ...ask, parts: oneOf(["all", "two"]) } : ask);
}

/** A payer at any page that was ever opened for the order. */
async function pay({ orderId }: Life): Promise<void> {
  const { attempts } = await readBooks(runtime.db, orderId);
  const page = oneOf(attempts.filter(({ reference }) => reference !== null));
  if (!page?.reference) return;
  if (page.provider === "stripe") stripeDeeds.pay(stripe.bank, page.reference);
  else paypalDeeds.approve(paypal.bank, page.reference);
}

async function deliver(): Promise<void> {
  const [letter] = letters.splice(upTo(letters.length), 1);
  if (!letter || (letter.mayBeLost && upTo(4) === 0)) return;
  for (let times = upTo(4) === 0 ? 2 : 1; times > 0; times -= 1) {
    const received = await receiveEvent(runtime, letter.provider, letter.sign());
    if (received.ok) await received.processed;
    else if (letter.mayBeLost === false) letters.push(letter);
  }
}

async function backAtTheProvider({ orderId }: Life): Promise<void> {
  const { settlements } = await readBooks(runtime.db, orderId);
  const paid = oneOf(settlements.filter(({ verdict }) => verdict === "settle"));
  if (!paid) return;
  const cents = 1 + upTo(Math.floor(paid.cents / 4));
  const intent = stripe.bank.books.intents.get(paid.transaction);
  if (intent) stripeDeeds.refund(stripe.bank, intent, cents, {});
  else paypalDeeds.refund(paypal.bank, paid.transaction, cents);
}

const said = { reason: "r", question: "q", answer: "a", points: "p", outcome: "o" };
const deeds: readonly ((life: Life) => Promise<unknown>)[] = [
  begin,
  begin,
  pay,
  pay,
  deliver,
  deliver,
  deliver,
  (life) => comeBack(ctxFor(runtime, life.client), { orderId: life.orderId }),
  () => sendDueRefunds(runtime),
  () => processDueEvents(runtime),
  () => closeDuePages(runtime),
  () => runDueTimers(runtime, orderTimers),
  backAtTheProvider,
  async () => {
    later(runtime, oneOf([60, 600, 3_600]));
    await reconcile(runtime);
  },
  async ({ admin, writer, orderId }) => {
    await doAct(runtime, admin, orderId, "assign", { writerId: writer.id });
    await doAct(runtime, writer, orderId, "accept");
  },
  ({ writer, orderId }) => deliverWork(ctxFor(runtime, writer), { orderId, ...finished }),
  async (life) => {
    const ask = { orderId: life.orderId, pages: String(20 + upTo(20)) };
    const first = await askChange(ctxFor(runtime, life.client), ask);
    const changeSeenCents = first.ok ? undefined : first.data?.totalCents;
    if (changeSeenCents !== undefined) await askChange(ctxFor(runtime, life.client), { ...ask, changeSeenCents });
    if (upTo(4) > 0) await acceptChange(ctxFor(runtime, life.writer), { orderId: life.orderId });
  },
  ({ client, orderId }) => doAct(runtime, client, orderId, "withdraw-change"),
  async ({ client, orderId }) => {
    await doAct(runtime, client, orderId, "approve");
    later(runtime, 61);
    await runDueTimers(runtime, orderTimers);
  },
  ({ client, orderId }) => giveTip(ctxFor(runtime, client), { orderId, cents: 100 + upTo(2_000) }),
  async ({ client, orderId }) => {
    if (upTo(6) > 0) return;
    const first = await doAct(runtime, client, orderId, "cancel", said);
    if (!first.ok) await doAct(runtime, client, orderId, "cancel", { refundSeenCents: first.data?.refundCents });
  },
];

/** What the providers' own books say of an order's money: payments, and what went back, by transaction. */
function theirs(transactions: readonly string[]) {
  const paid = new Map<string, number>();
  const back = new Map<string, number>();
  for (const intent of stripe.bank.books.intents.values()) {
    paid.set(intent.id, intent.amount_received);
    back.set(intent.id, intent.latest_charge?.amount_refunded ?? 0);
  }
  for (const order of paypal.bank.books.orders.values())
    for (const capture of capturesOf(order)) {
      paid.set(capture.id, centsOf(capture.amount));
      back.set(
        capture.id,
        refundsOf(order).reduce((sum, { amount }) => sum + centsOf(amount), 0),
      );
    }
  return { paid, back, all: transactions.map((one) => [one, paid.get(one), back.get(one)] as const) };
}

async function check({ orderId }: Life, at: string): Promise<readonly string[]> {
  const { balances, broken } = await ledgerBalances(runtime.db, { orderId });
  expect(broken, at).toEqual([]);
  const books = await readBooks(runtime.db, orderId);
  for (const charge of books.charges) {
    const counted = books.settlements.filter(
      ({ chargeId, verdict }) => chargeId === charge.id && (verdict === "settle" || verdict === "tip"),
    );
    expect(
      counted.map(({ cents }) => cents),
      `${at}: ${charge.purpose}`,
    ).toEqual(charge.state === "settled" ? [charge.cents] : []);
  }
  const transactions = books.settlements.map(({ transaction }) => transaction);
  const ours = books.settlements.map((one) => {
    const sent = books.refunds.filter(({ settlementId, state: now }) => settlementId === one.id && now === "succeeded");
    return [one.transaction, one.cents, sent.reduce((sum, { cents }) => sum + cents, 0)] as const;
  });
  expect(ours, at).toEqual(theirs(transactions).all);
  expect(0 - balances.client, at).toBe(ours.reduce((sum, [, cents]) => sum + cents, 0));
  expect(balances.refunds, at).toBe(ours.reduce((sum, [, , cents]) => sum + cents, 0));
  expect(balances.surplus, at).toBe(0);
  return transactions;
}

/** Everything that still waits is done, without trouble. */
async function settleDown(): Promise<void> {
  crashes = 0;
  while (letters.length > 0) {
    const [letter] = letters.splice(0, 1);
    const received = letter && !letter.mayBeLost ? await receiveEvent(runtime, letter.provider, letter.sign()) : null;
    if (received?.ok) await received.processed;
  }
  for (let round = 0; round < 3; round += 1) {
    later(runtime, 3_700);
    await reconcile(runtime);
    await runtime.dispatchEvents();
    while ((await processDueEvents(runtime)) > 0);
    while ((await sendDueRefunds(runtime)) > 0);
  }
}

test(`${histories} random histories: our ledger is the providers' books (seed ${seed})`, {
  timeout: 3_600_000,
}, async () => {
  const known = new Set<string>();
  for (let number = 0; number < histories; number += 1) {
    const at = `seed ${seed}, history ${number}`;
    const life = await newLife();
    crashes = 8;
    await begin(life);
    for (let step = 0; step < stepsInAHistory; step += 1)
      await oneOf(deeds)(life).catch((error: unknown) => {
        if (!String(error).includes("The process died")) throw error;
      });
    await settleDown();
    for (const one of await check(life, at)) known.add(one);
  }
  const strangers = [...theirs([]).paid.keys()].filter((one) => !known.has(one));
  expect(strangers, "paid there, and not in our books").toEqual([]);
  expect(must({ ok: true, value: known.size })).toBeGreaterThan(histories / 4);
});
