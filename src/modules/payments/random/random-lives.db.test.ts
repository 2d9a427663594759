import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { deliverWork, orderTimers } from "#src/modules/orders/index.server.ts";
import { type Action, stepFor } from "#src/modules/orders/index.ts";
import { finished } from "#src/modules/orders/orders.testing.ts";
import { newId } from "#src/platform/ids.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import type { Person } from "#src/shared/viewer.ts";
import { sized } from "#tests/support/full-run.ts";
import {
  begin,
  doAct,
  essayCents,
  later,
  newOrder,
  openPaymentsRuntime,
  person,
  rowOf,
} from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { promotionUses } from "../codes/code-tables.ts";
import { newCode } from "../codes/codes.testing.ts";
import { enterCode, removeCode } from "../codes/enter-code.ts";
import { confirmFreeOrder } from "../commands/confirm-free-order.ts";
import { openCheckout } from "../commands/open-checkout.ts";
import { startAttempt } from "../commands/start-attempt.ts";
import { payoutRun, payoutsOverview } from "../payouts/admin-payouts.ts";
import { confirmPayout, failPayout } from "../payouts/end-payout.ts";
import { newPayee, setMethod } from "../payouts/payouts.testing.ts";
import { startPayouts } from "../payouts/start-run.ts";
import { ledgerBalances } from "../queries/ledger-balances.ts";
import { reconcile } from "../reconciling/reconcile.ts";
import { sendDueRefunds } from "../refunds/send-refunds.ts";
import { readBooks } from "../settling/books.ts";
import { paymentStatusFor } from "../settling/update-payment-status.ts";

const lives = sized(8, 200);
const stepsInALife = sized(30, 45);
const seed = Number(process.env.SEED ?? 20260310);

const runtime = await openPaymentsRuntime();
afterAll(() => runtime.drop());

/** A small generator whose seed is printed with a failure. */
function dice(start: number) {
  let state = start >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    upTo: (most: number) => Math.floor(next() * most),
    of: <T>(all: readonly T[]) => all[Math.floor(next() * all.length)] as T,
  };
}

type Life = {
  orderId: string;
  client: Person;
  writer: Person;
  admin: Person;
  pages: string[];
  roll: ReturnType<typeof dice>;
};

const texts = { reason: "r", question: "q", answer: "a", points: "p", outcome: "o" };
const actions: readonly [keyof Pick<Life, "client" | "writer" | "admin">, Action][] = [
  ["client", "cancel"],
  ["admin", "cancel"],
  ["admin", "assign"],
  ["writer", "accept"],
  ["writer", "decline"],
  ["writer", "hold"],
  ["client", "answer"],
  ["client", "approve"],
  ["client", "undo-approval"],
  ["client", "request-revision"],
  ["client", "open-dispute"],
  ["admin", "give-back"],
  ["writer", "answer-dispute"],
  ["client", "accept-decision"],
  ["writer", "accept-decision"],
  ["client", "appeal-decision"],
  ["admin", "decide-complete"],
  ["admin", "decide-refund"],
  ["admin", "decide-resume"],
  ["admin", "reassign"],
];

/** An admin pays out what is due; the bank takes each payout or sends it back, or is not through with it yet. */
async function payOut({ admin, roll }: Life): Promise<void> {
  const ctx = ctxFor(runtime, admin);
  const shown = await payoutsOverview(ctx, {});
  if (!shown.ok || shown.value.payableCents === 0) return;
  const ask = { runId: newId(), seenCents: shown.value.payableCents };
  const first = await startPayouts(ctx, ask);
  const early = first.ok ? undefined : first.data?.repeat;
  const started = early ? await startPayouts(ctx, { ...ask, repeat: String(early) }) : first;
  const run = started.ok ? await payoutRun(ctx, started.value) : started;
  for (const { id: payoutId } of run.ok ? run.value.payouts : []) {
    const how = roll.upTo(3);
    if (how === 0) await failPayout(ctx, { payoutId, reason: "The account is closed." });
    if (how === 1) await confirmPayout(ctx, { payoutId, reference: "B-1" });
  }
}

/** Mostly what the order's state allows, and cancelling seldom: blind dice end nearly every life before a payout. */
async function actionFor({ orderId, roll }: Life) {
  const all = roll.upTo(20) === 0 ? actions : actions.filter(([, action]) => action !== "cancel");
  const { status } = await rowOf(runtime, orderId);
  const open = all.filter(([, action]) => stepFor(status, action));
  return roll.of(open.length > 0 && roll.upTo(5) > 0 ? open : all);
}

async function act(life: Life): Promise<unknown> {
  const { orderId, roll, ...people } = life;
  const [who, action] = await actionFor(life);
  const asked = { ...texts, ...(action === "assign" ? { writerId: people.writer.id } : {}) };
  const decided =
    action.startsWith("decide-") || action === "give-back"
      ? { refundCents: roll.upTo(essayCents), bearer: roll.of(["writer", "operator", "client"]) }
      : {};
  const first = await doAct(runtime, people[who], orderId, action, { ...asked, ...decided });
  const seen = first.ok ? undefined : first.data?.refundCents;
  return seen === undefined ? first : doAct(runtime, people[who], orderId, action, { ...asked, refundSeenCents: seen });
}

/** A part of the price, more than most of it, all of it. */
const codes = [
  await newCode(runtime),
  await newCode(runtime, { amount: "125.70", mostUses: "3" }),
  await newCode(runtime, { percent: "100" }),
];

/** What can happen next, good and bad, in any order. */
const happenings: readonly ((life: Life) => Promise<unknown>)[] = [
  act,
  act,
  act,
  act,
  (life) => deliverWork(ctxFor(runtime, life.writer), { orderId: life.orderId, ...finished }),
  async (life) => {
    const asClient = ctxFor(runtime, life.client);
    const checkout = await openCheckout(asClient, { orderId: life.orderId });
    const seenCents = checkout.ok && checkout.value.stage.kind === "pay" ? checkout.value.stage.cents : essayCents;
    const ask = { orderId: life.orderId, method: life.roll.of(["sandbox", "other"]), seenCents };
    const started = await startAttempt(asClient, ask);
    if (started.ok) life.pages.push(started.value.attemptId);
  },
  async (life) => {
    const page = life.roll.of(life.pages);
    const controls = life.roll.of([runtime.sandbox.controls, runtime.other.controls]);
    if (page) await controls.act(page, life.roll.of(["pay", "pay-twice", "decline", "pay-and-close"]));
  },
  (life) => enterCode(ctxFor(runtime, life.client), { orderId: life.orderId, code: life.roll.of(codes) }),
  (life) => removeCode(ctxFor(runtime, life.client), { orderId: life.orderId }),
  (life) => confirmFreeOrder(ctxFor(runtime, life.client), { orderId: life.orderId }),
  () => sendDueRefunds(runtime),
  () => reconcile(runtime),
  async (life) => later(runtime, life.roll.of([60, 3_600, 20 * 3_600, 5 * 86_400])),
  () => runDueTimers(runtime, orderTimers),
  payOut,
  async (life) => {
    runtime.post.lost = life.roll.upTo(2) === 0;
  },
  async (life) => {
    runtime.sandbox.knobs.down = life.roll.upTo(4) === 0;
  },
];

async function check(life: Life, step: number): Promise<void> {
  const { balances, broken } = await ledgerBalances(runtime.db, { orderId: life.orderId });
  const at = `seed ${seed}, order ${life.orderId}, step ${step}`;
  expect(broken, at).toEqual([]);
  const books = await readBooks(runtime.db, life.orderId);
  const paid = books.settlements.reduce((sum, { cents }) => sum + cents, 0);
  const asked = books.refunds.reduce((sum, { cents }) => sum + cents, 0);
  expect(0 - balances.client, at).toBe(paid);
  expect(asked, at).toBeLessThanOrEqual(paid);
  expect(books.settlements.filter(({ verdict }) => verdict === "settle").length, at).toBeLessThanOrEqual(1);
  expect(balances.refunds, at).toBeLessThanOrEqual(asked);
  await checkCode(life, at);
}

/** A code is on an order exactly while a use of it counts; the charges say what it takes off. */
async function checkCode({ orderId }: Life, at: string): Promise<void> {
  const order = await rowOf(runtime, orderId);
  const uses = await runtime.db.select().from(promotionUses).where(eq(promotionUses.orderId, orderId));
  const counted = uses.filter(({ state }) => state !== "back").map(({ state }) => state);
  const wanted = order.discount && [order.discount.ofCents === null ? "kept" : "used"];
  expect(counted, at).toEqual(wanted ?? []);
  if (order.status === "pending") return;
  for (const one of (await readBooks(runtime.db, orderId)).charges.filter(({ state }) => state === "settled"))
    expect(one.cents + one.discountCents, at).toBe(order.priceCents);
}

test(`random lives on the database keep the ledger's equations (seed ${seed})`, async () => {
  const roll = dice(seed);
  runtime.sandbox.knobs.fee = (cents) => Math.floor(cents / 50) + 30;
  const all: Life[] = [];
  for (let at = 0; at < lives; at += 1) {
    Object.assign(runtime.sandbox.knobs, { down: false });
    const { orderId, client } = await newOrder(runtime);
    const life: Life = { orderId, client, writer: await newPayee(runtime), admin: person(3), pages: [], roll };
    all.push(life);
    await setMethod(runtime, life.writer);
    life.pages.push(await begin(runtime, { orderId, client }));
    if (roll.upTo(4) > 0) await runtime.sandbox.controls.act(life.pages[0] ?? "", "pay");
    for (let step = 0; step < stepsInALife; step += 1) {
      await roll.of(happenings)(life);
      await check(life, step);
    }
  }
  Object.assign(runtime.sandbox.knobs, { down: false });
  runtime.post.lost = false;
  for (let round = 0; round < 3; round += 1) {
    later(runtime, 4_000);
    await reconcile(runtime);
    await runtime.dispatchEvents();
    while ((await sendDueRefunds(runtime)) > 0);
  }
  let gone = 0;
  for (const { orderId } of all) {
    const books = await readBooks(runtime.db, orderId);
    const order = await rowOf(runtime, orderId);
    expect(order.paymentStatus, `the word of ${orderId}`).toBe(paymentStatusFor(order, books));
    expect(books.refunds.filter(({ state }) => state !== "succeeded")).toEqual([]);
    expect((await ledgerBalances(runtime.db, { orderId })).balances.surplus).toBe(0);
    gone += books.refunds.length;
  }
  const { balances, broken } = await ledgerBalances(runtime.db);
  expect(broken).toEqual([]);
  // A dozen lives may all end unpaid; two hundred cannot, or the dice are broken.
  if (lives >= 200) expect([balances.fees > 0, gone > 0, balances.payouts > 0]).toEqual([true, true, true]);
});
