import { lt } from "drizzle-orm";
import type { JobKind } from "#src/platform/jobs.ts";
import { dayMs } from "#src/shared/units.ts";
import { deliveries } from "../tables.ts";

const keptMs = 30 * dayMs;

/** Messages are forgotten after 30 days; those of an endpoint that is off too, which would be no news any more. */
export const sweepDeliveries: JobKind = {
  name: "sweep-deliveries",
  cron: "51 3 * * *",
  run: async ({ db, clock }) => {
    await db.delete(deliveries).where(lt(deliveries.createdAt, new Date(clock().getTime() - keptMs)));
  },
};
