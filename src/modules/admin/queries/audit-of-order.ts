import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { shownPeople } from "#src/modules/accounts/index.server.ts";
import { canSeeAllOrders, isSealedOrder } from "#src/modules/orders/index.server.ts";
import { query } from "#src/platform/query.ts";
import { audit } from "#src/platform/tables.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { machineLabel } from "../domain/trail-labels.ts";

export type AuditLine = ReturnType<typeof toAuditLine>;
type People = Awaited<ReturnType<typeof shownPeople>>;

/** A row of the trail as the admin area shows it, `hidden` without what sealed people wrote: `who` is a person's name, or the machine's. */
export const toAuditLine = (row: typeof audit.$inferSelect, people: People, hidden = false) => {
  const { id, at, actor, action, seq } = row;
  const detail = hidden && !action.startsWith("seal.") ? {} : row.detail;
  const who = people.get(actor)?.name ?? machineLabel(actor);
  return { id, at, actorId: actor, who, action, detail, sealed: seq !== null };
};

const most = 100;

/** The newest entries of the audit trail about an order, at most 100. For admins; refuses not-found. */
export const auditOfOrder = query("admin.audit-of-order", {
  input: z.strictObject({ orderId: z.uuid() }),
  run: async ({ db, viewer }, { orderId }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const rows = await db
      .select()
      .from(audit)
      .where(eq(audit.subject, orderId))
      .orderBy(desc(audit.at), desc(audit.id))
      .limit(most);
    const people = await shownPeople(
      db,
      viewer,
      rows.map(({ actor }) => actor),
    );
    const hidden = await isSealedOrder(db, viewer, orderId);
    return done(rows.map((row) => toAuditLine(row, people, hidden)));
  },
});
