import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { adminsWhoMay, findPeople } from "#src/modules/accounts/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { readSetting } from "#src/platform/settings.ts";
import { clearTimer, setTimer } from "#src/platform/timers.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { dayMs, hourMs } from "#src/shared/units.ts";
import { actorId, textFor } from "#src/shared/viewer.ts";
import { decide } from "../domain/decide.ts";
import type { AnyOrderEventName } from "../domain/entries-and-events.ts";
import { stepFor } from "../domain/lifecycle.ts";
import { canApproveRefund, canSeeAllOrders, canWithdrawRefund } from "../domain/policy.ts";
import { chosenCents } from "../domain/step-money.ts";
import { lifeSetting, refundAloneSetting, refundLimitSetting } from "../settings.ts";
import type { ActInput } from "../steps/act-input.ts";
import type { Locked, Step } from "../steps/apply-step.ts";
import { factsOf, type OrderRow } from "../storage/order-row.ts";
import { orderHistory, orders } from "../tables.ts";
import { heldRefunds } from "./refund-tables.ts";

export const heldRefundTimer = "order.held-refund";
/** A refund that no second admin approves ends after this; the order may have moved far by then. */
const longestWait = 7 * dayMs;

export type HeldRefund = typeof heldRefunds.$inferSelect;
/** Who or what a refund waits for: another admin, or the hours of an admin without colleagues. */
export type HeldFor = "second-admin" | "hours";

/**
 * Cents that this step would give back by its admin's own choice; 0 for everybody else's steps. Refuses what the rules
 * refuse of the step.
 */
export async function chosenByAdmin(work: Work, { order, action, actor, params = {} }: Step): Promise<Outcome<number>> {
  if (actor.kind !== "A") return done(0);
  const settings = await work.ctx.runtime.settings.get(lifeSetting);
  const decision = decide(factsOf(order), action, actor, work.now, params, settings);
  if (!decision.ok) return decision;
  return done(chosenCents({ order: factsOf(order), actor, now: work.now, params }, action, decision.money));
}

/**
 * Holds a step that gives back more than the limit: null where it may be taken at once. What admins gave back of the
 * order without a second admin counts, so that parts of a sum are treated as the sum.
 * Refusals: step-up, conflict (one waits already).
 */
export async function holdAboveLimit(
  work: Work,
  asked: ActInput,
  { order }: Locked,
  cents: number,
): Promise<Outcome<HeldFor | null>> {
  if (cents === 0) return done(null);
  const { value: limit } = await readSetting(work.tx, refundLimitSetting);
  if (cents + (await givenBefore(work, order.id)) <= limit) return done(null);
  const stale = mustBeFresh(work);
  if (stale) return stale;
  const waiting = await openHeldRefund(work, order.id);
  if (waiting && isPossible(waiting, order)) return refuse("conflict", alreadyWaits);
  if (waiting) await endHeldRefund(work, waiting, { outcome: "ended", why: overtaken });
  return done(await hold(work, asked, order, cents));
}

const alreadyWaits = "A refund of this order waits already. It is approved or withdrawn first.";
export const overtaken = "The order has moved on, so this refund is not possible any more.";

/** Cents that admins gave back of an order by own choice and alone. */
async function givenBefore({ tx }: Work, orderId: string): Promise<number> {
  const { detail } = orderHistory;
  const [row] = await tx
    .select({ cents: sql`coalesce(sum((${detail}->>'chosenCents')::bigint), 0)`.mapWith(Number) })
    .from(orderHistory)
    .where(and(eq(orderHistory.orderId, orderId), sql`${detail}->>'approvedBy' is null`));
  return row?.cents ?? 0;
}

async function hold(work: Work, asked: ActInput, order: OrderRow, cents: number): Promise<HeldFor> {
  const askedBy = actorId(work.viewer);
  const { orderId: _, seenVersion: __, files: ___, ...step } = asked;
  const parties = [askedBy, order.clientId, order.writerId];
  const others = (await adminsWhoMay(work.tx, "money")).filter(({ id }) => !parties.includes(id));
  const alone = others.length === 0;
  const { value: hours } = await readSetting(work.tx, refundAloneSetting);
  const dueAt = new Date(work.now.getTime() + (alone ? hours * hourMs : longestWait));
  const id = newId();
  // The sum that is approved is the one that was asked for, whatever is paid or given back meanwhile.
  const fixed = asked.action === "decide-refund" ? { ...step, refundCents: cents } : step;
  await work.tx
    .insert(heldRefunds)
    .values({ id, orderId: order.id, step: fixed, cents, askedBy, askedAt: work.now, alone, dueAt });
  await setTimer(work, { kind: heldRefundTimer, subject: order.id, due: dueAt });
  work.audit({ action: "order.refund-held", subject: order.id, detail: { cents, step: asked.action, alone } });
  work.emit({
    name: "order.refund-held" satisfies AnyOrderEventName,
    subject: order.id,
    payload: { cents, alone, dueAt: dueAt.toISOString(), askedBy },
  });
  return alone ? "hours" : "second-admin";
}

/** The refund of an order that waits; there is at most one. The order's row is locked. */
export async function openHeldRefund({ tx }: Work, orderId: string): Promise<HeldRefund | null> {
  const [row] = await tx
    .select()
    .from(heldRefunds)
    .where(and(eq(heldRefunds.orderId, orderId), isNull(heldRefunds.endedAt)));
  return row ?? null;
}

/** Whether the order is still in a state in which the step of a held refund exists. */
export const isPossible = ({ step }: Pick<HeldRefund, "step">, { status }: Pick<OrderRow, "status">): boolean =>
  stepFor(status, step.action)?.actors.includes("A") ?? false;

type End = { outcome: NonNullable<HeldRefund["outcome"]>; why?: string };

/** Ends a held refund, with its audit row and the event behind its notices. */
export async function endHeldRefund(work: Work, held: HeldRefund, { outcome, why }: End): Promise<void> {
  const { id, orderId, cents, askedBy, step } = held;
  await work.tx
    .update(heldRefunds)
    .set({ outcome, endedBy: actorId(work.viewer), endedAt: work.now, endedWhy: why ?? null })
    .where(and(eq(heldRefunds.id, id), isNull(heldRefunds.endedAt)));
  await clearTimer(work, { kind: heldRefundTimer, subject: orderId });
  const detail = { cents, step: step.action, askedBy, ...(why && { why }) };
  work.audit({ action: `order.refund-${outcome}`, subject: orderId, detail });
  work.emit({
    name: "order.held-refund-ended" satisfies AnyOrderEventName,
    subject: orderId,
    payload: { cents, outcome, askedBy, why: why ?? null },
  });
}

const most = 100;
const input = z.strictObject({ orderId: askedId.optional() });

export type WaitingRefund = {
  id: string;
  orderId: string;
  number: string;
  title: string;
  /** What an approval does. */
  action: "cancel" | "give-back" | "decide-refund" | "decide-complete";
  cents: number;
  reason: string;
  askedByName: string;
  askedAt: Date;
  /** It happens at `dueAt` by itself, because nobody else can approve it; else it ends then. */
  alone: boolean;
  dueAt: Date;
  mayApprove: boolean;
  mayWithdraw: boolean;
};

/**
 * Refunds above the limit that wait for a second admin or for their time, oldest first, at most 100; of one order, or
 * of all. What the order's state does not allow any more is left out. Refuses not-found for who sees no money of orders.
 */
export const waitingRefunds = query<z.infer<typeof input>, WaitingRefund[]>("orders.waiting-refunds", {
  input,
  run: async ({ db, viewer }, { orderId }) => {
    if (!canSeeAllOrders(viewer, "ledger")) return notFound();
    const rows = await db
      .select({
        held: heldRefunds,
        order: {
          ...{ number: orders.number, title: orders.title, status: orders.status },
          ...{ clientId: orders.clientId, writerId: orders.writerId },
        },
      })
      .from(heldRefunds)
      .innerJoin(orders, eq(orders.id, heldRefunds.orderId))
      .where(and(isNull(heldRefunds.endedAt), orderId ? eq(heldRefunds.orderId, orderId) : undefined))
      .orderBy(asc(heldRefunds.askedAt), asc(heldRefunds.id))
      .limit(most);
    const open = rows.filter(({ held, order }) => isPossible(held, order));
    const people = await findPeople(
      db,
      open.map(({ held }) => held.askedBy),
    );
    return done(
      open.map(({ held, order }) => ({
        id: held.id,
        orderId: held.orderId,
        number: order.number,
        title: textFor(viewer, order.clientId, "work", order.title),
        action: held.step.action as WaitingRefund["action"],
        cents: held.cents,
        reason: textFor(viewer, order.clientId, "work", held.step.reason ?? ""),
        askedByName: people.get(held.askedBy)?.name ?? "An admin",
        askedAt: held.askedAt,
        alone: held.alone,
        dueAt: held.dueAt,
        mayApprove: canApproveRefund(order, held, viewer),
        mayWithdraw: canWithdrawRefund(order, viewer),
      })),
    );
  },
});
