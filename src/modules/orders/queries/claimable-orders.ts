import { and, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { dueAt, latestWriterDeadline } from "../domain/deadlines.ts";
import { maySharePerson, writerIdOf } from "../domain/policy.ts";
import { readTexts } from "../passages/note-passages.ts";
import { writerDirectory } from "../ports.ts";
import { lifeSetting } from "../settings.ts";
import { orders } from "../tables.ts";
import { due } from "./admin-watches.ts";

/** A paid order without a writer, as a writer sees it before taking it: the brief and the price, nothing of the client. */
export type ClaimableOrder = NonNullable<Answer<typeof claimableOrders>>[number];

const most = 200;

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
      .limit(most);
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
        /** The own deadline of whoever takes it now. */
        deadline: dueToClient && latestWriterDeadline(dueToClient, now, settings),
      };
    });
    return done(cards.filter(({ deadline }) => deadline === null || deadline > now));
  },
});
