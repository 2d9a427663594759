import { and, eq, exists, inArray, lt, not } from "drizzle-orm";
import { sweepJob } from "#src/platform/sweeps.ts";
import { withWriter } from "./domain/states.ts";
import { drafts, formDrafts, workDrafts } from "./storage/draft-tables.ts";
import { orders } from "./tables.ts";

/** Forms kept through a sign-in. */
export const sweepForms = sweepJob("orders.sweep-forms", "27 3 * * *", 7, (db, before) =>
  db.delete(drafts).where(lt(drafts.createdAt, before)),
);

/** Order forms that nobody went on with. */
export const sweepFormDrafts = sweepJob("orders.sweep-form-drafts", "33 3 * * *", 14, (db, before) =>
  db.delete(formDrafts).where(lt(formDrafts.savedAt, before)),
);

/** Drafts of writers who work on the order no more: what was filled in and never delivered is kept so long for admins. */
export const sweepWorkDrafts = sweepJob("orders.sweep-work-drafts", "41 3 * * *", 30, (db, before) => {
  const ofWriter = and(eq(orders.id, workDrafts.orderId), eq(orders.writerId, workDrafts.writerId));
  const working = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(ofWriter, inArray(orders.status, [...withWriter])));
  return db.delete(workDrafts).where(and(lt(workDrafts.savedAt, before), not(exists(working))));
});
