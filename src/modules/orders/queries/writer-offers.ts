import { and, eq, gt, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { dueAt, latestWriterDeadline } from "../domain/deadlines.ts";
import type { Action } from "../domain/lifecycle.ts";
import { maySharePerson, writerIdOf } from "../domain/policy.ts";
import { readTexts } from "../passages/note-passages.ts";
import { writerDirectory } from "../ports.ts";
import { lifeSetting } from "../settings.ts";
import { orderHistory, orders } from "../tables.ts";
import { due } from "./admin-watches.ts";

const offerActions: Action[] = ["assign", "claim", "accept", "accept-for-writer", "decline", "lapse-offer"];
/** Whom an offer or a claim is about. */
const toWriter = sql<string | null>`${orderHistory.detail}->>'writerId'`;

/** Offers to a writer and what became of them; one that still waits is among `made` alone. */
export type WriterOffers = { made: number; accepted: number; declined: number; lapsed: number };

/** Every offer an admin made to this writer. A claim is no offer. Test orders stay out. */
export async function offersOfWriter(db: Database, writerId: string): Promise<WriterOffers> {
  const asked = db
    .select({ orderId: orderHistory.orderId })
    .from(orderHistory)
    .where(and(inArray(orderHistory.action, ["assign", "claim"]), sql`${toWriter} = ${writerId}`));
  const rows = await db
    .select({ orderId: orderHistory.orderId, action: orderHistory.action, to: toWriter })
    .from(orderHistory)
    .innerJoin(orders, eq(orders.id, orderHistory.orderId))
    .where(and(eq(orders.test, false), inArray(orderHistory.action, offerActions), inArray(orders.id, asked)))
    .orderBy(orderHistory.orderId, orderHistory.at, orderHistory.id)
    .limit(20_000);
  return countOffers(rows, writerId);
}

const answers: Readonly<Record<string, Exclude<keyof WriterOffers, "made">>> = {
  accept: "accepted",
  "accept-for-writer": "accepted",
  decline: "declined",
  "lapse-offer": "lapsed",
};

/** An answer belongs to the offer before it. */
function countOffers(rows: readonly { orderId: string; action: string; to: string | null }[], writerId: string) {
  const offers: WriterOffers = { made: 0, accepted: 0, declined: 0, lapsed: 0 };
  let open: string | null = null;
  for (const { orderId, action, to } of rows) {
    if (action === "assign" || action === "claim") {
      open = action === "assign" && to === writerId ? orderId : null;
      if (open) offers.made += 1;
      continue;
    }
    const answer = answers[action];
    if (answer && open === orderId) offers[answer] += 1;
    open = null;
  }
  return offers;
}

/** A paid order without a writer, as a writer sees it before taking it: the brief and the price, nothing of the client. */
export type ClaimableOrder = NonNullable<Answer<typeof claimableOrders>>[number];

const mostClaimable = 200;

/**
 * What writers may take themselves, the nearest own deadline first; null where the operator assigns
 * the orders. Orders of somebody who is perhaps the writer stay out. Refuses not-found for everybody who is no writer.
 */
export const claimableOrders = query("orders.claimable", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer, now }) => {
    const writerId = writerIdOf(viewer);
    if (writerId === null) return notFound();
    const settings = await ctx.runtime.settings.get(lifeSetting);
    if (!settings.writersMayClaim) return done(null);
    const rows = await db
      .select()
      .from(orders)
      .where(
        and(
          eq(orders.status, "confirmed"),
          eq(orders.frozen, false),
          ne(orders.clientId, writerId),
          or(isNull(due), gt(due, now)),
        ),
      )
      .orderBy(sql`${due} asc nulls last`, orders.id)
      .limit(mostClaimable);
    const hints = await ctx.runtime.port(writerDirectory).hints(db, writerId);
    const others = rows.filter((row) => !maySharePerson(row, hints));
    const briefs = await readTexts(
      ctx.runtime,
      db,
      others.map(({ id: orderId, instructions: text }) => ({ orderId, text })),
    );
    const cards = others.map((row, at) => {
      const { id, number, title, service, subject, orderType, citedSources, pages, wordCount } = row;
      const { academicLevel, checklist, test } = row;
      const dueToClient = dueAt(row);
      return {
        ...{ id, number, title, service, subject, orderType, citedSources, pages, wordCount },
        ...{ academicLevel, checklist, test, instructions: briefs[at] ?? "" },
        /** What the writer's subjects are compared with. */
        field: subject ?? row.course ?? row.projectType,
        priceCents: row.priceCents,
        /** The deadline of a writer who accepts the order now. */
        deadline: dueToClient && latestWriterDeadline(dueToClient, now, settings),
      };
    });
    return done(cards.filter(({ deadline }) => deadline === null || deadline > now));
  },
});
