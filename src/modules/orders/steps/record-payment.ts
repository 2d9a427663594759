import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import type { Amount } from "../domain/action-params.ts";
import type { KeptDiscount } from "../domain/discount.ts";
import { timerChanges } from "../domain/life-timers.ts";
import type { Action } from "../domain/lifecycle.ts";
import { changeDueCents } from "../domain/order-change.ts";
import { actorFor } from "../domain/policy.ts";
import type { Actor, OrderStatus, PaymentStatus } from "../domain/states.ts";
import { lifeSetting } from "../settings.ts";
import { factsOf, loadOrder, type OrderRow } from "../storage/order-row.ts";
import { applyStep, writeHistory, writeTimers } from "./apply-step.ts";
import { columnsOfChange } from "./change-columns.ts";
import { saveLocked, saveOrder } from "./save-order.ts";

export type PaymentNews = {
  orderId: string;
  /** The word that payments derived from charges, attempts and ledger. */
  paymentStatus: PaymentStatus;
} & (
  | {
      event: "settled";
      /** Set when a whole charge over the price, or over the first of two payments, is paid. */
      paid?: Amount & { charge: Amount };
      /** What it was paid for, where the order runs already. */
      pays?: "rest" | "change";
      /** Of the price, what a second payment brings on delivery. */
      unpaidCents?: number;
      /** What an admin accepted as missing of this charge; it adds to earlier ones. */
      shortfallCents?: number;
    }
  | { event: "awaiting" }
  | { event: "failed" | "refunded" | "released" | "void" }
  /** Other money is owed than before; `transferWaits`: a transfer that was announced is still for what is owed. */
  | { event: "owed"; transferWaits: boolean }
  | { event: "chargeback"; cents: number }
  | { event: "chargeback-ended"; cents: number; won: boolean }
);

export type Recorded = {
  status: OrderStatus;
  paymentStatus: PaymentStatus /** The order took a step. */;
  moved: boolean;
};

const machine = (work: Work): Actor => ({
  kind: "S",
  id: work.viewer.kind === "provider" ? `provider:${work.viewer.provider}` : "system:payments",
});

/**
 * Records a payment on an order, inside the transaction of payments: updates `paymentStatus`, and applies the step that
 * money makes. A full payment confirms a pending or quoted order; on an order that waits for none (cancelled, paid
 * already) `moved` is false and the caller refunds the money. Refusals: not-found, and what the table refuses.
 */
export async function recordPayment(work: Work, news: PaymentNews): Promise<Outcome<Recorded>> {
  const order = await loadOrder(work.tx, news.orderId, true);
  if (!order) return notFound();
  const also = { paymentStatus: news.paymentStatus };
  switch (news.event) {
    case "settled":
      return settled(work, order, news, also);
    case "awaiting":
      if (order.transferSince !== null && news.paymentStatus === order.paymentStatus) return unchanged(order);
      return updateColumns(work, order, { ...also, transferSince: order.transferSince ?? work.now });
    case "owed":
      return owed(work, order, { ...also, transferSince: news.transferWaits ? order.transferSince : null });
    case "chargeback":
      return step(work, order, "chargeback", also, { chargeback: { cents: news.cents } });
    case "chargeback-ended":
      return step(work, order, "end-chargeback", also, { chargeback: { cents: news.cents, won: news.won } });
    default:
      return news.paymentStatus === order.paymentStatus ? unchanged(order) : updateColumns(work, order, also);
  }
}

async function settled(
  work: Work,
  order: OrderRow,
  { paid, pays, unpaidCents = 0, shortfallCents = 0 }: Extract<PaymentNews, { event: "settled" }>,
  word: Partial<OrderRow>,
): Promise<Outcome<Recorded>> {
  const also = { ...word, shortfallCents: order.shortfallCents + shortfallCents };
  if (paid && waitsForMoney(order))
    return step(work, order, "confirm-payment", { ...also, unpaidCents }, { payment: paid });
  if (pays === "rest") return updateColumns(work, order, { ...also, unpaidCents: 0, restPaidAt: work.now });
  if (pays !== "change") return updateColumns(work, order, also);
  const made = await columnsOfChange(work, order, order.change);
  return made.ok ? step(work, order, "apply-change", { ...also, ...made.value }, {}) : made;
}

/**
 * Puts a promotion code on an order that waits for its money, or takes it off. The caller holds the order's lock and
 * has asked whether the code counts for it.
 */
export async function recordDiscount(work: Work, orderId: string, discount: KeptDiscount | null): Promise<void> {
  const order = await loadOrder(work.tx, orderId, true);
  if (!order) throw new Error("The order of a promotion code is gone.");
  await saveLocked(work, order, { discount });
}

/**
 * So many cents of the price went back at the payment provider (below zero: so many less than was promised). The caller
 * holds the order's lock.
 */
export async function recordRefundedElsewhere(work: Work, orderId: string, cents: number): Promise<void> {
  const order = await loadOrder(work.tx, orderId, true);
  if (!order) throw new Error("The order of a refund is gone.");
  await saveLocked(work, order, { refundedCents: Math.max(0, order.refundedCents + cents) });
}

const waitsForMoney = (order: OrderRow): boolean => order.status === "pending" || order.status === "quoted";

async function step(
  work: Work,
  order: OrderRow,
  action: Action,
  also: Partial<OrderRow>,
  params: Parameters<typeof applyStep>[1]["params"],
): Promise<Outcome<Recorded>> {
  const byPerson = work.viewer.kind === "person" && action === "confirm-payment";
  const person = byPerson ? actorFor(factsOf(order), work.viewer, action) : null;
  const actor = person?.kind === "A" ? person : machine(work);
  const taken = await applyStep(work, { order, action, actor, params: params ?? {}, also });
  if (!taken.ok) return taken;
  const { status, paymentStatus } = taken.value.order;
  return done({ status, paymentStatus, moved: true });
}

const unchanged = ({ status, paymentStatus }: OrderRow): Outcome<Recorded> =>
  done({ status, paymentStatus, moved: false });

/** Nobody has to look at the order again because of it: what is owed changed with a step, or while its client pays. */
const owed = (work: Work, order: OrderRow, columns: Pick<OrderRow, "paymentStatus" | "transferSince">) =>
  order.paymentStatus === columns.paymentStatus && (order.transferSince === null || columns.transferSince !== null)
    ? unchanged(order)
    : updateColumns(work, order, columns, { quiet: true });

/** Updates `paymentStatus` and its timers alone; an announced transfer moves the end of the waiting. */
async function updateColumns(
  work: Work,
  order: OrderRow,
  columns: Partial<OrderRow>,
  how: { quiet?: boolean } = {},
): Promise<Outcome<Recorded>> {
  const settings = await work.ctx.runtime.settings.get(lifeSetting);
  const transfer = columns.paymentStatus === "awaiting_confirmation" ? {} : { transferSince: null };
  const after = await saveOrder(work, order, { ...transfer, ...columns }, how);
  if (!after) return notFound();
  await writeTimers(work, order.id, timerChanges(factsOf(order), factsOf(after), work.now, settings));
  if (order.paymentStatus !== after.paymentStatus)
    await writeHistory(work, {
      order,
      action: "payment",
      to: order.status,
      actor: machine(work),
      detail: { from: order.paymentStatus, to: after.paymentStatus },
    });
  return done({ status: after.status, paymentStatus: after.paymentStatus, moved: false });
}

export type Payable = ReturnType<typeof payableOf>;

/** What payments must know before money is asked for; the order stays locked until the transaction ends. */
export async function lockOrderForPayment(work: Work, orderId: string): Promise<Payable | null> {
  const row = await loadOrder(work.tx, orderId, true);
  return row && payableOf(row, work.now);
}

const payableOf = (row: OrderRow, now: Date) => {
  const lockOver =
    row.kind === "priced" && row.lockEndsAt !== null && row.lockEndsAt < now && row.transferSince === null;
  const { id, number, clientId, writerId, status, paymentStatus } = row;
  return {
    id,
    number,
    clientId,
    writerId,
    /** The writer's percent of the price, fixed in the offer; null without a writer. */
    writerShare: row.writerShare,
    status,
    paymentStatus,
    service: row.service,
    /** The whole price before the discount; null while there is none. */
    priceCents: row.priceCents,
    discount: row.discount,
    shortfallCents: row.shortfallCents,
    /** Whether the price may be paid in two payments. */
    twoParts: row.rules.twoParts,
    /** What a second payment brings; and what an agreed change costs before it is made. */
    unpaidCents: row.unpaidCents,
    changeDueCents: changeDueCents(row),
    currency: row.currency,
    test: row.test,
    demo: row.demo,
    /** May money be taken now: the order waits for it, its price is locked or its quote holds. */
    open: waitsForMoney(row) && row.priceCents !== null && !lockOver,
    /** The price lock is over: re-price first (`repriceAfterLock`). */
    lockOver: waitsForMoney(row) && lockOver,
    deadline: row.deadline,
    /** When the client announced a transfer that is still waited for. */
    transferSince: row.transferSince,
  };
};
