import { asc, count, eq } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { mayManageApi } from "../domain/policy.ts";
import { deliveries, endpoints } from "../tables.ts";

const [shown, mostCounted] = [50, 1_000];

/** Messages to webhooks that would leave now, as `waitingMails` lists e-mails. Refuses not-found. */
export const waitingDeliveries = query("api.waiting-deliveries", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (viewer.kind !== "system" && !mayManageApi(viewer)) return notFound();
    const waiting = eq(deliveries.state, "waiting");
    const rows = await db
      .select({ id: deliveries.id, type: deliveries.type, since: deliveries.createdAt, url: endpoints.url })
      .from(deliveries)
      .innerJoin(endpoints, eq(endpoints.id, deliveries.endpointId))
      .where(waiting)
      .orderBy(asc(deliveries.nextTryAt), asc(deliveries.id))
      .limit(shown);
    const first = db.select({ id: deliveries.id }).from(deliveries).where(waiting).limit(mostCounted).as("first");
    const [counted] = await db.select({ all: count() }).from(first);
    return done({
      all: counted?.all ?? 0,
      rows: rows.map(({ url, ...row }) => ({ ...row, host: new URL(url).host })),
    });
  },
});
