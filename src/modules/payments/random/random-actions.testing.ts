import { and, eq, inArray } from "drizzle-orm";
import * as paypalActions from "#fakes/paypal/actions.ts";
import * as stripeActions from "#fakes/stripe/actions.ts";
import { acceptChange, askChange, deliverWork, orderTimers } from "#src/modules/orders/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { dayMs } from "#src/shared/units.ts";
import type { Person } from "#src/shared/viewer.ts";
import { doAct, finished, later, must, newWriter, person, place, placing } from "#tests/support/payments.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { closeDuePages } from "../attempts/close-pages.ts";
import { enter as enterCode, newCode } from "../codes/codes.testing.ts";
import {
  confirmRefundSent,
  confirmTransfer,
  giveTip,
  openCheckout,
  removeCode,
  retryRefund,
  returnFromProvider,
  startAttempt,
} from "../index.server.ts";
import { processDueEvents, receiveEvent } from "../provider-events/inbox.ts";
import { reconcile } from "../reconciling/reconcile.ts";
import { sendDueRefunds } from "../refunds/send-refunds.ts";
import { readBooks } from "../settling/books.ts";
import { refunds, settlements } from "../tables.ts";
import { receiptNamed } from "../transfer/books.ts";
import { theirBooks } from "./random-books.testing.ts";
import type { Fixture } from "./random-fixture.testing.ts";

export type Life = { orderId: string; client: Person; writer: Person; admin: Person };
type Action = (fixture: Fixture, life: Life) => Promise<unknown>;

const priceCents = 48_000;

export async function newLife({ runtime, dice }: Fixture): Promise<Life> {
  const client = await createPerson(runtime);
  const deadline = new Date(runtime.clock().getTime() + 10 * dayMs).toISOString();
  const wish = { ...placing().fields, pages: "30", citedSources: "20", deadline };
  const { orderId } = await place(runtime, client, placing(wish, { confirmTotalCents: priceCents }));
  if (dice.upTo(3) === 0) must(await enterCode(runtime, { client, orderId }, await newCode(runtime)));
  return { orderId, client, writer: await newWriter(runtime), admin: person(3) };
}

const dropCode: Action = ({ runtime }, { client, orderId }) => removeCode(ctxFor(runtime, client), { orderId });

const begin: Action = async ({ runtime, dice }, { client, orderId }) => {
  const asClient = ctxFor(runtime, client);
  const checkout = await openCheckout(asClient, { orderId });
  if (!checkout.ok || checkout.value.stage.kind !== "pay") return;
  const method = dice.oneOf(["stripe", "stripe", "paypal", "paypal", "transfer"]);
  const ask = { orderId, method, seenCents: checkout.value.stage.cents };
  await startAttempt(asClient, dice.upTo(2) ? { ...ask, parts: dice.oneOf(["all", "two"]) } : ask);
};

/** A payer at any page that was ever opened for the order; a transfer may be a part, the whole or too much. */
const pay: Action = async (fixture, life) => {
  const { attempts } = await readBooks(fixture.runtime.db, life.orderId);
  const page = fixture.dice.oneOf(attempts.filter(({ reference }) => reference !== null));
  if (!page?.reference) return;
  if (page.provider === "stripe") stripeActions.pay(fixture.stripe.bank, page.reference);
  else if (page.provider === "paypal") paypalActions.approve(fixture.paypal.bank, page.reference);
  else await wire(fixture, life, Math.floor((page.cents * fixture.dice.oneOf([2, 4, 4, 4, 5])) / 4));
};

/** The money is at the bank; an admin enters it. */
async function wire(fixture: Fixture, life: Life, cents: number): Promise<void> {
  const reference = `STATEMENT ${newId()}`;
  fixture.statement.set(reference, { cents, back: 0, orderId: life.orderId, entered: false });
  await enter(fixture, life, reference);
}

/** What no attempt waits for is sent back outside of the product. */
async function enter({ runtime, statement }: Fixture, { orderId, admin }: Life, reference: string): Promise<void> {
  const line = statement.get(reference);
  if (!line) return;
  const entered = await confirmTransfer(ctxFor(runtime, admin), { orderId, cents: line.cents, reference });
  line.entered = true;
  if (!entered.ok && !entered.message.includes("used for another payment")) statement.delete(reference);
}

/** An admin whose process died does again what may not have been done. */
export async function enterAgain(fixture: Fixture, life: Life): Promise<void> {
  for (const [reference, { orderId, entered }] of fixture.statement)
    if (orderId === life.orderId && !entered) await enter(fixture, life, reference);
}

const deliver: Action = async ({ runtime, dice, letters }) => {
  const [letter] = letters.splice(dice.upTo(letters.length), 1);
  if (!letter || dice.upTo(4) === 0) return;
  for (let times = dice.upTo(4) === 0 ? 2 : 1; times > 0; times -= 1) {
    const received = await receiveEvent(runtime, letter.provider, letter.sign());
    if (received.ok) await received.processed;
  }
};

/** A payment of the order that came by a provider, whatever it counts as. */
async function onlinePayment({ runtime, dice }: Fixture, orderId: string) {
  const all = (await readBooks(runtime.db, orderId)).settlements;
  return dice.oneOf(all.filter(({ provider }) => provider !== "transfer"));
}

const backAtTheProvider: Action = async (fixture, { orderId }) => {
  const paid = await onlinePayment(fixture, orderId);
  if (!paid) return;
  const cents = 1 + fixture.dice.upTo(Math.floor(paid.cents / 4));
  const intent = fixture.stripe.bank.books.intents.get(paid.transaction);
  if (intent) stripeActions.refund(fixture.stripe.bank, intent, cents, {});
  else paypalActions.refund(fixture.paypal.bank, paid.transaction, cents);
};

/** The payer's bank takes all of a payment that has not gone back, or half of it; later it ends, either way. */
const dispute: Action = async (fixture, { orderId }) => {
  const { dice, stripe, paypal } = fixture;
  const paid = await onlinePayment(fixture, orderId);
  const known = paid && theirBooks(fixture).get(paid.transaction);
  const left = known ? known.cents - known.back : 0;
  if (!paid || left < 2 || (known?.dispute && known.dispute.state !== "open")) return;
  if (!known?.dispute && dice.upTo(2) === 0) return;
  const amount = known?.dispute?.cents ?? (dice.upTo(2) ? left : Math.floor(left / 2));
  const intent = stripe.bank.books.intents.get(paid.transaction);
  const end = !known?.dispute ? null : dice.oneOf(["won", "lost"] as const);
  if (intent) stripeActions.question(stripe.bank, intent, amount, end ?? "needs_response");
  else
    paypalActions.question(
      paypal.bank,
      paid.transaction,
      amount,
      end && (end === "won" ? "RESOLVED_SELLER_FAVOUR" : "RESOLVED_BUYER_FAVOUR"),
    );
};

/** An admin asks again for what was refused, and sends transfers back; the money leaves before it is noted. */
export const sendByHand: Action = async ({ runtime, statement }, { orderId, admin }) => {
  const open = await runtime.db
    .select({ id: refunds.id, cents: refunds.cents, state: refunds.state, transaction: settlements.transaction })
    .from(refunds)
    .innerJoin(settlements, eq(settlements.id, refunds.settlementId))
    .where(and(eq(refunds.orderId, orderId), inArray(refunds.state, ["failed", "by_hand"])));
  for (const { id: refundId, cents, state, transaction } of open) {
    const asAdmin = ctxFor(runtime, admin);
    if (state === "failed") await retryRefund(asAdmin, { refundId });
    else {
      const sent = await confirmRefundSent(asAdmin, { refundId, reference: `SENT ${refundId}` });
      const line = statement.get(receiptNamed(transaction));
      if (sent.ok && line) line.back += cents;
    }
  }
};

const texts = { reason: "r", question: "q", answer: "a", points: "p", outcome: "o" };
/** What happens to one order. */
export const actions: readonly Action[] = [
  dropCode,
  begin,
  begin,
  pay,
  pay,
  pay,
  deliver,
  deliver,
  deliver,
  deliver,
  ({ runtime }, { client, orderId }) => returnFromProvider(ctxFor(runtime, client), { orderId }),
  backAtTheProvider,
  dispute,
  dispute,
  async ({ runtime }, { admin, writer, orderId }) => {
    await doAct(runtime, admin, orderId, "assign", { writerId: writer.id });
    await doAct(runtime, writer, orderId, "accept");
  },
  ({ runtime }, { writer, orderId }) => deliverWork(ctxFor(runtime, writer), { orderId, ...finished }),
  async ({ runtime, dice }, { client, writer, orderId }) => {
    const ask = { orderId, pages: String(20 + dice.upTo(20)) };
    const first = await askChange(ctxFor(runtime, client), ask);
    const changeSeenCents = first.ok ? undefined : first.data?.totalCents;
    if (changeSeenCents !== undefined) await askChange(ctxFor(runtime, client), { ...ask, changeSeenCents });
    if (dice.upTo(4) > 0) await acceptChange(ctxFor(runtime, writer), { orderId });
  },
  ({ runtime }, { client, orderId }) => doAct(runtime, client, orderId, "withdraw-change"),
  async ({ runtime }, { client, orderId }) => {
    await doAct(runtime, client, orderId, "approve");
    later(runtime, 61);
    await runDueTimers(runtime, orderTimers);
  },
  ({ runtime, dice }, { client, orderId }) =>
    giveTip(ctxFor(runtime, client), { orderId, cents: 100 + dice.upTo(2_000) }),
  async ({ runtime, dice }, { client, orderId }) => {
    if (dice.upTo(4) > 0) return;
    const first = await doAct(runtime, client, orderId, "cancel", texts);
    if (!first.ok) await doAct(runtime, client, orderId, "cancel", { refundSeenCents: first.data?.refundCents });
  },
];

/** What happens to all orders: the jobs, and time. */
export const jobs: readonly ((fixture: Fixture) => Promise<unknown>)[] = [
  ({ runtime }) => sendDueRefunds(runtime),
  ({ runtime }) => processDueEvents(runtime),
  ({ runtime }) => closeDuePages(runtime),
  ({ runtime }) => runDueTimers(runtime, orderTimers),
  ({ runtime }) => runtime.dispatchEvents(),
  async ({ runtime, dice }) => {
    later(runtime, dice.oneOf([60, 600, 3_600]));
    await reconcile(runtime);
  },
];
