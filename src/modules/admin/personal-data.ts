import { and, asc, eq, gt, sql } from "drizzle-orm";
import { orderIdsOfClient } from "#src/modules/orders/index.server.ts";
import { goneText, type PersonalData } from "#src/platform/personal-data.ts";
import { orderNotes, plannedPages, savedViews, siteDrafts } from "./tables.ts";

const pageSize = 500;

/** What an admin keeps for the own work, and what admins wrote about a client's orders. */
export const adminData: PersonalData = {
  async *gather({ runtime: { db } }, { id }) {
    const views = await db.select().from(savedViews).where(eq(savedViews.personId, id)).limit(pageSize);
    if (views.length > 0) yield { path: "admin/views.json", rows: views };
    const drafts = await db.select().from(siteDrafts).where(eq(siteDrafts.personId, id)).limit(pageSize);
    if (drafts.length > 0) yield { path: "admin/site-drafts.json", rows: drafts };
    // Stays for the shop, as what was published does: other admins see it and can stop it.
    const planned = await db.select().from(plannedPages).where(eq(plannedPages.personId, id)).limit(pageSize);
    if (planned.length > 0) yield { path: "admin/planned-pages.json", rows: planned };
    let after = "00000000-0000-0000-0000-000000000000";
    for (let page = 1; ; page += 1) {
      const rows = await db
        .select()
        .from(orderNotes)
        .where(and(eq(orderNotes.authorId, id), gt(orderNotes.id, after)))
        .orderBy(asc(orderNotes.id))
        .limit(pageSize);
      const last = rows.at(-1);
      if (!last) return;
      yield { path: `admin/notes-${page}.json`, rows };
      after = last.id;
    }
  },
  forget: async ({ tx }, { id }) => {
    await tx.delete(savedViews).where(eq(savedViews.personId, id));
    await tx.delete(siteDrafts).where(eq(siteDrafts.personId, id));
    await tx.update(orderNotes).set({ text: goneText, mentions: [] }).where(eq(orderNotes.authorId, id));
    const mine = await orderIdsOfClient(tx, id);
    if (mine.length === 0) return;
    const about = sql`${orderNotes.orderId} = any(${`{${mine.join()}}`}::uuid[])`;
    await tx.update(orderNotes).set({ text: goneText, mentions: [] }).where(about);
  },
};
