import { sql } from "drizzle-orm";
import type { Queue } from "#src/platform/gauges.ts";

/** Webhooks that are to be sent. */
export const webhookQueue: Queue = {
  name: "webhooks",
  due: (now) =>
    sql`select next_try_at from api.deliveries where state = 'waiting' and next_try_at <= ${now.toISOString()}::timestamptz order by next_try_at`,
};
