import { lt } from "drizzle-orm";
import type { JobKind } from "#src/platform/jobs.ts";
import { dayMs } from "#src/shared/units.ts";
import { drafts } from "./tables.ts";

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
