import { lockOrderForPayment, type Payable } from "#src/modules/orders/index.server.ts";
import { lifecycle, type MoneyEffect, reductionCents } from "#src/modules/orders/index.ts";
import type { DomainEvent, EventHandler } from "#src/platform/events.ts";
import type { Work } from "#src/platform/work.ts";
import { alignCharges } from "./charges/align-charge.ts";
import { noteWaiver, shareOfOrder, waivedOf } from "./charges/order-to-pay.ts";
import type { PaidBy, Transaction } from "./domain/ledger.ts";
import { carryOut } from "./domain/money-after.ts";
import { askForRefund, refundParts } from "./refunds/refund-rows.ts";
import { ledgerToBe, post, readBooks, updatePaymentStatus } from "./settling/books.ts";

/** What is owed differs after these also where no money moves: an agreed change is owed until it is dropped. */
const changeEvents: readonly string[] = ["order.change-asked", "order.change-agreed", "order.change-dropped"];

/** A new order owes its price: every way to pay makes that a row first (`alignCharges`), so nothing waits for it here. */
const eventNames = [...new Set(lifecycle.map(({ event }) => event))].filter((name) => name !== "order.placed");

/** What payments do when an order took a step: the money effect in the event, once for each event. */
export const paymentEventHandlers: readonly EventHandler[] = eventNames.map((on) => ({
  on,
  name: `payments.${on}`,
  run: followStep,
}));

async function followStep(work: Work, event: DomainEvent): Promise<void> {
  const money = event.payload.money as MoneyEffect | undefined;
  const effect = money && money.kind !== "none" && money.kind !== "held" ? money : null;
  if (!effect && !changeEvents.includes(event.name)) return;
  const order = await lockOrderForPayment(work, event.subject);
  if (!order) return;
  await alignCharges(work, order);
  if (effect) await followMoney(work, order, effect, event.id);
}

type Moving = Exclude<MoneyEffect, { kind: "none" | "held" }>;

async function followMoney(work: Work, order: Payable, money: Moving, eventId: string): Promise<void> {
  if (money.kind !== "owed" && money.kind !== "void") await moveMoney(work, order, money, `event:${eventId}`);
  const recorded = await updatePaymentStatus(work, order, statusEvents[money.kind]);
  if (!recorded.ok) throw new Error(recorded.message);
}

const statusEvents = {
  owed: "void",
  void: "void",
  refund: "refunded",
  credit: "refunded",
  changed: "refunded",
  released: "released",
  frozen: "refunded",
  thawed: "refunded",
} as const satisfies Record<Moving["kind"], string>;

/** Posts what moves inside the books; what leaves it becomes refunds, posted when the provider has sent them. */
async function moveMoney(work: Work, order: Payable, money: MoneyEffect, cause: string): Promise<void> {
  const share = await shareOfOrder(work.tx, order);
  const books = await readBooks(work.tx, order.id);
  const reason = "rule" in money ? money.rule : "";
  if (money.kind === "credit") await noteWaiver(work, order, money, cause);
  const waived = await waivedOf(work.tx, order.id);
  for (const one of carryOut(money, ledgerToBe(books, share), share, waived, reductionCents(order))) {
    if (one.kind !== "refund") await post(work, order, one, cause);
    else
      for (const { settlement, cents } of refundParts(backCents(one), books))
        await askForRefund(work, { settlement, kind: "order", cents, paidBy: bearerOf(one), reason, cause });
  }
}

const backCents = ({ postings }: Transaction): number =>
  postings.find(({ account }) => account === "refunds")?.cents ?? 0;
const bearerOf = ({ paidBy }: Transaction): PaidBy => paidBy ?? "nobody";
