import { and, count, desc, eq, inArray } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { insertRows } from "#src/platform/database/pipeline/index.ts";
import { newId } from "#src/platform/ids.ts";
import { clearTimer, setTimer } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { done, invalid, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { nameFor } from "#src/shared/viewer.ts";
import type { ActionParams, WriterFacts } from "../domain/action-params.ts";
import { type Decision, decide } from "../domain/decide.ts";
import { historyEntry } from "../domain/entries-and-events.ts";
import type { TimerChanges } from "../domain/life-timers.ts";
import { type Action, everMay } from "../domain/lifecycle.ts";
import { storeDispute } from "../domain/order-facts.ts";
import { actorFor, canApplyAsAdmin, canSeeAllOrders, isParty, ownOrderRefusal } from "../domain/policy.ts";
import { type Actor, withWriter } from "../domain/states.ts";
import { stageText } from "../domain/status-labels.ts";
import type { MoneyEffect } from "../domain/step-money.ts";
import { type KnownWriter, writerDirectory } from "../ports.ts";
import { lifeSetting } from "../settings.ts";
import { factsOf, loadOrder, type OrderRow } from "../storage/order-row.ts";
import { orderHistory, orders } from "../tables.ts";
import { saveOrder } from "./save-order.ts";

export type Step = {
  order: OrderRow;
  action: Action;
  actor: Actor;
  params?: ActionParams;
  /** Columns that change together with the step and that the rules do not write. */
  also?: Partial<OrderRow>;
  /** Columns that change only where the step gives the order another price. */
  alsoIfPriced?: Partial<OrderRow>;
  /** For the history: what the person wrote, and details such as a writer's name. */
  text?: string | undefined;
  detail?: Record<string, unknown>;
  /** The id of the history's entry, where something is attached to it. */
  historyId?: string;
};

export type Applied = { order: OrderRow; money: MoneyEffect };

/**
 * Takes one step of the lifecycle table inside the caller's transaction: decide, compare-and-set, history, timers,
 * audit row and events. Refuses what `decide` refuses, and "conflict" when somebody else was first.
 */
export async function applyStep(work: Work, step: Step): Promise<Outcome<Applied>> {
  const { order, action, actor } = step;
  const settings = await work.ctx.runtime.settings.get(lifeSetting);
  const decision = decide(factsOf(order), action, actor, work.now, step.params ?? {}, settings);
  if (!decision.ok) return decision;
  const after = await saveOrder(work, order, columnsOf(decision, step));
  if (!after) return somebodyWasFirst(work, order.id);
  await writeHistory(work, {
    order,
    action,
    to: decision.next,
    actor,
    text: step.text,
    detail: detailOf(decision, step),
    ...(step.historyId !== undefined && { historyId: step.historyId }),
  });
  await writeTimers(work, order.id, decision.timers);
  noteStep(work, order, decision, action);
  return done({ order: after, money: decision.money });
}

/** A step without a writer has no writer's name and share. */
const columnsOf = ({ changes: { dispute, ...changes }, next }: Decision, step: Step): Partial<OrderRow> => ({
  ...changes,
  ...(dispute === undefined ? {} : { dispute: dispute && storeDispute(dispute) }),
  ...(changes.writerId === null ? { writerName: null, writerShare: null } : {}),
  ...(changes.priceCents === undefined ? {} : step.alsoIfPriced),
  ...step.also,
  status: next,
});

/** A late click gets the current state; admins, who know each other's names, also who took the last step. */
export async function somebodyWasFirst(work: Work, orderId: string): Promise<Refusal> {
  const row = await loadOrder(work.tx, orderId);
  const now = row ? `The order is ${stageText(row)} now.` : "This order does not exist any more.";
  const last = canSeeAllOrders(work.viewer, "admin") ? await lastStep(work, orderId) : "";
  return refuse("conflict", `Somebody else was first. ${now}${last}`, { data: { status: row?.status } });
}

const sides = { C: "the client", W: "the writer", A: "an admin", S: "the product" } as const;

async function lastStep({ tx, viewer }: Work, orderId: string): Promise<string> {
  const [last] = await tx
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, orderId))
    .orderBy(desc(orderHistory.at), desc(orderHistory.id))
    .limit(1);
  if (!last) return "";
  const { name } = (await findPeople(tx, [last.actorId])).get(last.actorId) ?? {};
  return ` The last step: ${historyEntry(last.action).title}, by ${name ? nameFor(viewer, last.actorId, name) : sides[last.actorKind]}.`;
}

type Entry = Pick<Step, "order" | "actor" | "text" | "detail" | "historyId"> & {
  action: (typeof orderHistory.$inferInsert)["action"];
  to: OrderRow["status"];
  from?: null;
};

export async function writeHistory(work: Work, entry: Entry): Promise<void> {
  await insertRows(work.tx, orderHistory, [historyRow(work, entry)]);
}

export const historyRow = (work: Work, entry: Entry): typeof orderHistory.$inferInsert => ({
  id: entry.historyId ?? newId(),
  orderId: entry.order.id,
  at: work.now,
  action: entry.action,
  from: entry.from === null ? null : entry.order.status,
  to: entry.to,
  actorKind: entry.actor.kind,
  actorId: entry.actor.id,
  text: entry.text ?? null,
  detail: entry.detail ?? {},
  demo: entry.order.demo,
});

export async function writeTimers(work: Work, subject: string, { set, clear }: TimerChanges): Promise<void> {
  for (const kind of clear) await clearTimer(work, { kind, subject });
  for (const { kind, due } of set) await setTimer(work, { kind, subject, due });
}

/** Texts of people stay out of audit rows; amounts and states go in. */
export function noteStep(work: Work, order: OrderRow, decision: Decision, action: Action): void {
  const { money, next } = decision;
  work.audit({ action: `order.${action}`, subject: order.id, detail: { from: order.status, to: next, money } });
  const known = { number: order.number, kind: order.kind, test: order.test, demo: order.demo };
  for (const event of decision.events) work.emit({ ...event, payload: { ...event.payload, ...known } });
}

const detailOf = ({ money }: Decision, step: Step): Record<string, unknown> => ({
  ...step.detail,
  ...(money.kind === "refund" || money.kind === "credit" ? { refundCents: money.cents, rule: money.rule } : {}),
  ...(money.kind === "credit" && money.waivedCents > 0 ? { waivedCents: money.waivedCents } : {}),
});

export type Locked = { order: OrderRow; actor: Actor };

/**
 * Locks an order and says the part in which this viewer takes the action. Foreign and unknown orders are the same
 * not-found; an order that changed since `seenVersion` is a conflict.
 */
export async function lockForAction(
  work: Work,
  asked: { orderId: string; action: Action; seenVersion?: number | undefined },
): Promise<Outcome<Locked>> {
  if (work.viewer.kind === "guest") return refuse("signed-out", "Sign in to do this.");
  const order = await loadOrder(work.tx, asked.orderId, true);
  const facts = order && factsOf(order);
  const actor = facts && actorFor(facts, work.viewer, asked.action);
  const isOwn = facts !== null && isParty(facts, work.viewer) && canApplyAsAdmin(work.viewer, asked.action);
  if (isOwn && !(actor && everMay(asked.action, actor.kind))) return ownOrderRefusal();
  if (!order || !actor) return notFound();
  if (asked.seenVersion !== undefined && asked.seenVersion !== order.stepVersion)
    return somebodyWasFirst(work, order.id);
  return done({ order, actor });
}

/** How many orders each of these writers has in work now; writers without any are missing. */
export async function openOrdersOf(db: Database, writerIds: readonly string[]): Promise<Map<string, number>> {
  if (writerIds.length === 0) return new Map();
  const rows = await db
    .select({ id: orders.writerId, open: count() })
    .from(orders)
    .where(and(inArray(orders.writerId, [...writerIds]), inArray(orders.status, [...withWriter])))
    .groupBy(orders.writerId);
  return new Map(rows.flatMap(({ id, open }) => (id ? [[id, open] as const] : [])));
}

/** The writer of an offer with the room that is left, locked so that two offers cannot share the last place. */
export async function lockWriter(
  work: Work,
  writerId: string | undefined,
): Promise<Outcome<{ facts: WriterFacts; known: KnownWriter }>> {
  const known =
    writerId && isId(writerId) ? await work.ctx.runtime.port(writerDirectory).lock(work.tx, writerId) : null;
  if (!known) return invalid([{ path: "writer", message: "Choose a writer from the list." }]);
  const open = (await openOrdersOf(work.tx, [known.id])).get(known.id) ?? 0;
  return done({ facts: { id: known.id, active: known.active, openOrders: open, capacity: known.capacity }, known });
}
