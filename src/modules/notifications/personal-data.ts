import { asc, eq, inArray, or } from "drizzle-orm";
import { orderIdsOfClient } from "#src/modules/orders/index.server.ts";
import type { PersonalData } from "#src/platform/personal-data.ts";
import { chatPath } from "./admin/admin-chat.ts";
import { ownNotices } from "./queries/own-notices.ts";
import { notices } from "./tables.ts";
import { orderPath } from "./templates/written-mail.ts";

/** A person's notices inside the product. */
export const noticeData: PersonalData = {
  async *gather({ runtime: { db }, viewer }) {
    const { title, text, at, readAt } = notices;
    const rows = await db.select({ title, text, at, readAt }).from(notices).where(ownNotices(viewer)).orderBy(asc(at));
    if (rows.length > 0) yield { path: "notices.json", rows };
  },
  /** Notices of others name the person's orders by their titles, and the admin area's the person: those go, too. */
  forget: async ({ tx }, { id }) => {
    const orders = await orderIdsOfClient(tx, id);
    const about = [chatPath(id), ...orders.flatMap((order) => [orderPath({ id: order }), `/admin/orders/${order}`])];
    await tx.delete(notices).where(or(eq(notices.personId, id), inArray(notices.path, about)));
  },
};
