import { and, eq, exists, inArray, lt, not } from "drizzle-orm";
import type { JobKind } from "#src/platform/jobs.ts";
import { dayMs } from "#src/shared/units.ts";
import { withWriter } from "./domain/states.ts";
import { drafts, formDrafts, workDrafts } from "./draft-tables.ts";
import { orders } from "./tables.ts";

const keptDays = 7;

/** Forms kept through a sign-in go after 7 days. */
export const sweepForms: JobKind = {
  name: "orders.sweep-forms",
  cron: "27 3 * * *",
  run: async (runtime) => {
    const before = new Date(runtime.clock().getTime() - keptDays * dayMs);
    await runtime.db.delete(drafts).where(lt(drafts.createdAt, before));
  },
};

const keptDraftDays = 14;

/** Order forms that nobody went on with go after 14 days. */
export const sweepFormDrafts: JobKind = {
  name: "orders.sweep-form-drafts",
  cron: "33 3 * * *",
  run: async (runtime) => {
    const before = new Date(runtime.clock().getTime() - keptDraftDays * dayMs);
    await runtime.db.delete(formDrafts).where(lt(formDrafts.savedAt, before));
  },
};

/** What a writer had filled in and never delivered is kept so long for admins (decisions 4). */
const undeliveredDays = 30;

/** Drafts of writers who work on the order no more go after 30 days. */
export const sweepWorkDrafts: JobKind = {
  name: "orders.sweep-work-drafts",
  cron: "41 3 * * *",
  run: async (runtime) => {
    const { db } = runtime;
    const before = new Date(runtime.clock().getTime() - undeliveredDays * dayMs);
    const working = db
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          eq(orders.id, workDrafts.orderId),
          eq(orders.writerId, workDrafts.writerId),
          inArray(orders.status, [...withWriter]),
        ),
      );
    await db.delete(workDrafts).where(and(lt(workDrafts.savedAt, before), not(exists(working))));
  },
};
