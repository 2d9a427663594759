import { lt, sql } from "drizzle-orm";
import type { House } from "#src/platform/house.ts";
import type { JobKind } from "#src/platform/jobs.ts";
import { enquirySetting } from "./settings.ts";
import { enquiries } from "./tables.ts";

const dayMs = 86_400_000;

/** Deletes questions whose last word, the answer's or else the question's, is older than the setting. @returns how many. */
export async function sweepEnquiries({
  db,
  clock,
  settings,
}: Pick<House, "db" | "clock" | "settings">): Promise<number> {
  const { keepDays } = await settings.get(enquirySetting);
  const before = new Date(clock().getTime() - keepDays * dayMs);
  const last = sql`coalesce(${enquiries.answeredAt}, ${enquiries.createdAt})`;
  const gone = await db.delete(enquiries).where(lt(last, before)).returning({ id: enquiries.id });
  return gone.length;
}

export const chatJobs: readonly JobKind[] = [
  {
    name: "sweep-enquiries",
    cron: "53 3 * * *",
    run: async (house) => {
      const gone = await sweepEnquiries(house);
      if (gone > 0) house.log.info({ gone }, "old questions from the contact page were deleted");
    },
  },
];
