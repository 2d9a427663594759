import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { percentOf } from "#src/shared/money.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { acceptEnd, reviewDays, reviewOpenUntil, revisionDays } from "../domain/deadlines.ts";
import { allowedActions } from "../domain/decide.ts";
import { disputeSteps } from "../domain/dispute.ts";
import { nextFor } from "../domain/next-texts.ts";
import type { LifeSettings } from "../domain/order-rules.ts";
import { actorAs, writerIdOf } from "../domain/policy.ts";
import { clientPseudonym } from "../domain/pseudonym.ts";
import { type OrderStatus, withWriter } from "../domain/states.ts";
import { statusFor } from "../domain/status-labels.ts";
import { readTexts } from "../passages/note-passages.ts";
import { lifeSetting } from "../settings.ts";
import { workDrafts } from "../storage/draft-tables.ts";
import { handoverOf, versionsOf } from "../storage/handover-facts.ts";
import { type FactColumns, factsOf, loadOrder } from "../storage/order-row.ts";
import { orders } from "../tables.ts";
import { historyForWriter, historyOf, workFields } from "./history.ts";
import { lightColumns } from "./order-brief.ts";
import { readRating } from "./work-figures.ts";

/** An order as its writer sees it in a list: by the writer's own deadline, with the pay and without the client. */
export type WriterCard = ReturnType<typeof writerCard>;

const writerCard = (row: FactColumns, settings: LifeSettings) => {
  const facts = factsOf(row);
  const { id, number, title, service, subject, pages, wordCount, status, assignedAt, priceCents, writerShare, test } =
    row;
  return {
    id,
    number,
    title,
    service,
    subject,
    orderType: row.orderType,
    citedSources: row.citedSources,
    pages,
    wordCount,
    priceCents,
    writerShare,
    payCents: priceCents === null || writerShare === null ? null : percentOf(priceCents, writerShare),
    status,
    shown: statusFor(facts, "writer"),
    next: nextFor(facts, "writer"),
    deadline: row.writerDeadline,
    assignedAt,
    test,
    version: row.stepVersion,
    /** How often it was changed: grows with each change, `version` only with steps. */
    changes: row.version,
    /** Until when an offer may be answered; null when it is none. */
    answerUntil: status === "assigned" ? acceptEnd(facts, settings) : null,
    /** Since when the clock stands for a question; null while it runs. */
    heldSince: row.heldSince,
    /** Until when the client decides about delivered work, and whether it was looked at. */
    review: status === "delivered" ? { until: reviewOpenUntil(facts), opened: row.pageOpenedAt !== null } : null,
  };
};

export type WriterDashboard = {
  /** Offers and running work, the nearest own deadline first. */
  working: readonly WriterCard[];
  /** Delivered, in dispute or ended, newest first, at most 20. */
  handedOver: readonly WriterCard[];
};

/** The viewer's work as a writer, in two statements. Others see nothing here. */
export const writerDashboard = query<Record<string, never>, WriterDashboard>("orders.writer-dashboard", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer }) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your orders.");
    const writerId = writerIdOf(viewer);
    if (writerId === null) return notFound();
    const settings = await ctx.runtime.settings.get(lifeSetting);
    const card = (row: FactColumns) => writerCard(row, settings);
    const mine = eq(orders.writerId, writerId);
    const running = inArray(orders.status, [...withWriter]);
    const working = await db
      .select(lightColumns)
      .from(orders)
      .where(and(mine, running))
      .orderBy(sql`${orders.writerDeadline} asc nulls last`, asc(orders.id))
      .limit(100);
    const ended: OrderStatus[] = ["delivered", "completed", "disputed", "cancelled", "refunded"];
    const handedOver = await db
      .select(lightColumns)
      .from(orders)
      .where(and(mine, inArray(orders.status, ended)))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(20);
    return done({ working: working.map(card), handedOver: handedOver.map(card) });
  },
});

/** The brief and the conversation about it; no name, address or country of the client, and nothing of the payment. */
export type WriterOrder = Answer<typeof orderForWriter>;

const input = z.strictObject({ orderId: askedId });

async function draftOf(db: Database, orderId: string, writerId: string) {
  const [row] = await db
    .select({ fields: workDrafts.fields, savedAt: workDrafts.savedAt })
    .from(workDrafts)
    .where(and(eq(workDrafts.orderId, orderId), eq(workDrafts.writerId, writerId)));
  return row ?? null;
}

/** An order that this writer has, with what the next version needs, in five statements. Refuses not-found for every other one. */
export const orderForWriter = query("orders.for-writer", {
  input,
  run: async ({ db, ctx, viewer, now }, { orderId }) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see this order.");
    const order = await loadOrder(db, orderId);
    const writer = order && actorAs("W", order, viewer);
    if (!order || !writer) return notFound();
    const [history, versions, draft, rating] = await Promise.all([
      historyOf(db, order.id),
      versionsOf(db, order.id),
      draftOf(db, order.id, writer.id),
      readRating(db, order.id, writer.id),
    ]);
    const [instructions = ""] = await readTexts(ctx.runtime, db, [{ orderId: order.id, text: order.instructions }]);
    const { facts: needs, carried } = handoverOf(order, history, versions);
    const settings = await ctx.runtime.settings.get(lifeSetting);
    const facts = factsOf(order);
    return done({
      ...writerCard(order, settings),
      ...workFields(order),
      /** The client's rating of this writer's work. */
      rating,
      instructions,
      client: clientPseudonym(order.clientId),
      change: order.change,
      actions: allowedActions(facts, writer, now, settings),
      /** Where the dispute stands; empty when there is none. */
      dispute: order.status === "disputed" ? disputeSteps(facts, "W", now) : [],
      history: historyForWriter(history, order.assignedAt),
      deliveries: versions.map(({ byId: _, pack: __, declaration: ___, ticked: ____, ...line }) => line),
      /** How the price was calculated, which the pay is a share of. */
      lines: order.snapshot?.result.lines ?? [],
      pausedMs: order.pausedMs,
      workSince: order.workSince,
      /** Periods of the life of an order, in days, and of the reminders in hours. */
      times: {
        reviewDays: reviewDays(facts),
        revisionDays: revisionDays(facts),
        holdDays: order.rules.holdDays,
        holdReminderHours: settings.holdReminderHours,
      },
      /** What the next version needs, and what this writer has filled in for it. */
      handover: { facts: needs, carried, draft },
    });
  },
});
