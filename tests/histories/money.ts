import { and, eq, inArray } from "drizzle-orm";
import * as paypalActions from "#fakes/paypal/actions.ts";
import * as stripeActions from "#fakes/stripe/actions.ts";
import { enterCode } from "#src/modules/payments/codes/enter-code.ts";
import { confirmFreeOrder } from "#src/modules/payments/commands/open-checkout.ts";
import {
  confirmRefundSent,
  confirmTransfer,
  giveTip,
  openCheckout,
  removeCode,
  retryRefund,
  returnFromProvider,
  startAttempt,
} from "#src/modules/payments/index.server.ts";
import { receiveEvent } from "#src/modules/payments/provider-events/inbox.ts";
import { readBooks } from "#src/modules/payments/settling/books.ts";
import { refunds, settlements } from "#src/modules/payments/tables.ts";
import { receiptNamed } from "#src/modules/payments/transfer/transfer-books.ts";
import { newId } from "#src/platform/ids.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { theirBooks } from "./books.ts";
import type { Fixture } from "./fixture.ts";
import type { Action, Life } from "./life.ts";

const begin: Action = async ({ runtime, dice }, { client, orderId }) => {
  const asClient = ctxFor(runtime, client);
  const checkout = await openCheckout(asClient, { orderId });
  if (!checkout.ok || checkout.value.stage.kind !== "pay") return;
  const method = dice.oneOf(["stripe", "stripe", "paypal", "paypal", "transfer"]);
  const ask = { orderId, method, seenCents: checkout.value.stage.cents };
  return startAttempt(asClient, dice.upTo(2) ? { ...ask, parts: dice.oneOf(["all", "two"]) } : ask);
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

const deliver: Action = async ({ runtime, dice, events }) => {
  const [event] = events.splice(dice.upTo(events.length), 1);
  if (!event || dice.upTo(4) === 0) return;
  for (let times = dice.upTo(4) === 0 ? 2 : 1; times > 0; times -= 1) {
    const received = await receiveEvent(runtime, event.provider, event.sign());
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

/** A client at the checkout, the provider's page, the bank and the mail that providers send. */
export const moneyActions: Readonly<Record<string, Action>> = {
  checkout: begin,
  pay,
  deliver,
  backAtTheProvider,
  dispute,
  enterCode: ({ runtime, dice, codes }, { client, orderId }) =>
    enterCode(ctxFor(runtime, client), { orderId, code: dice.oneOf(codes) }),
  dropCode: ({ runtime }, { client, orderId }) => removeCode(ctxFor(runtime, client), { orderId }),
  confirmFree: ({ runtime }, { client, orderId }) => confirmFreeOrder(ctxFor(runtime, client), { orderId }),
  returnToShop: ({ runtime }, { client, orderId }) => returnFromProvider(ctxFor(runtime, client), { orderId }),
  tip: ({ runtime, dice }, { client, orderId }) =>
    giveTip(ctxFor(runtime, client), { orderId, cents: 100 + dice.upTo(2_000) }),
};
