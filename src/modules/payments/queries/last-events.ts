import { desc, max } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canSeeWaitingMoney } from "../domain/policy.ts";
import { providerEvents } from "../tables.ts";

const newest = 1_000;

/** When each provider's newest message arrived, among the last 1,000 of all. For admins with money or settings. */
export const lastEvents = query<Record<string, never>, readonly { provider: string; at: Date }[]>(
  "payments.last-events",
  {
    input: z.strictObject({}),
    run: async ({ db, viewer }) => {
      if (!canSeeWaitingMoney(viewer)) return notFound();
      const { provider, receivedAt, id } = providerEvents;
      const recent = db
        .select({ provider, receivedAt })
        .from(providerEvents)
        .orderBy(desc(receivedAt), desc(id))
        .limit(newest)
        .as("recent");
      const rows = await db
        .select({ provider: recent.provider, at: max(recent.receivedAt) })
        .from(recent)
        .groupBy(recent.provider);
      return done(rows.flatMap(({ provider, at }) => (at ? [{ provider, at }] : [])));
    },
  },
);
