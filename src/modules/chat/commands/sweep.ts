import { lt, sql } from "drizzle-orm";
import type { JobKind } from "#src/platform/jobs.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { dayMs } from "#src/shared/units.ts";
import { enquirySetting } from "../settings.ts";
import { enquiries } from "../tables.ts";
import { deleteHiddenJob } from "../threads/delete-hidden.ts";
import { sweepHeldMessages } from "./held-messages.ts";

/** Deletes questions whose last word, the answer's or else the question's, is older than the setting. @returns how many. */
export async function sweepEnquiries({
  db,
  clock,
  settings,
}: Pick<Runtime, "db" | "clock" | "settings">): Promise<number> {
  const { keepDays } = await settings.get(enquirySetting);
  const before = new Date(clock().getTime() - keepDays * dayMs);
  const last = sql`coalesce(${enquiries.answeredAt}, ${enquiries.createdAt})`;
  const gone = await db.delete(enquiries).where(lt(last, before)).returning({ id: enquiries.id });
  return gone.length;
}

export const chatJobs: readonly JobKind[] = [
  deleteHiddenJob,
  sweepHeldMessages,
  {
    name: "sweep-enquiries",
    cron: "53 3 * * *",
    run: async (runtime) => {
      const gone = await sweepEnquiries(runtime);
      if (gone > 0) runtime.log.info({ gone }, "old questions from the contact page were deleted");
    },
  },
];
