import { and, eq, gt, inArray, or, sql } from "drizzle-orm";
import type { Work } from "#src/platform/work.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import { orderLimitsSetting } from "../settings.ts";
import { orders } from "../tables.ts";

const hourMs = 3_600_000;
const unpaid = ["pending", "quoted"] as const;

export type Room = { placedBefore: { id: string; number: string } | null };

/**
 * Lets one order of an account be placed at a time, and says whether there is room for one more: the limits count in
 * the database, so that parallel requests meet exactly the same bound. The form's key finds what it placed before.
 */
export async function roomForOrder(work: Work, clientId: string, idempotencyKey: string): Promise<Outcome<Room>> {
  const limits = await work.ctx.house.settings.get(orderLimitsSetting);
  const factor = work.ctx.house.config.limitsFactor;
  await work.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`orders:${clientId}`}, 0))`);
  const hourAgo = new Date(work.now.getTime() - hourMs);
  const counted = and(
    eq(orders.clientId, clientId),
    or(gt(orders.createdAt, hourAgo), inArray(orders.status, [...unpaid]), eq(orders.idempotencyKey, idempotencyKey)),
  );
  const [found] = await work.tx
    .select({
      inHour: sql<number>`count(*) filter (where ${gt(orders.createdAt, hourAgo)})::int`,
      unpaid: sql<number>`count(*) filter (where ${inArray(orders.status, [...unpaid])})::int`,
      id: sql<string | null>`max(${orders.id}::text) filter (where ${eq(orders.idempotencyKey, idempotencyKey)})`,
      number: sql<string | null>`max(${orders.number}) filter (where ${eq(orders.idempotencyKey, idempotencyKey)})`,
    })
    .from(orders)
    .where(counted);
  if (found?.id && found.number) return done({ placedBefore: { id: found.id, number: found.number } });
  if ((found?.unpaid ?? 0) >= limits.unpaid * factor)
    return refuse("too-many", `You have ${limits.unpaid} orders that wait for payment. Pay or cancel one first.`);
  if ((found?.inHour ?? 0) >= limits.perHour * factor)
    return refuse("too-many", "You placed many orders in the last hour. Wait a while before the next one.", {
      retryAfter: 3600,
    });
  return done({ placedBefore: null });
}
