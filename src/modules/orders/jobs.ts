import { lt } from "drizzle-orm";
import type { JobKind } from "#src/platform/jobs.ts";
import { drafts } from "./tables.ts";

const keptDays = 7;

/** Forms kept through a sign-in go after 7 days. */
export const sweepForms: JobKind = {
  name: "orders.sweep-forms",
  cron: "27 3 * * *",
  run: async (house) => {
    const before = new Date(house.clock().getTime() - keptDays * 86_400_000);
    await house.db.delete(drafts).where(lt(drafts.createdAt, before));
  },
};
