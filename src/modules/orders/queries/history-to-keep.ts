import { and, asc, eq, sql } from "drizzle-orm";
import type { Ctx } from "#src/platform/runtime.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { orderHistory } from "../tables.ts";
import type { HistoryRow } from "./history.ts";

const batch = 200;

/** All that happened to an order, the oldest first, however much it is, for admins; nothing for everybody else. */
export async function* historyToKeep({ runtime: { db }, viewer }: Ctx, orderId: string): AsyncGenerator<HistoryRow> {
  if (!canSeeAllOrders(viewer, "admin")) return;
  for (let last: HistoryRow | undefined; ; ) {
    const { at, id } = orderHistory;
    const rows = await db
      .select()
      .from(orderHistory)
      .where(
        and(
          eq(orderHistory.orderId, orderId),
          last && sql`(${at}, ${id}) > (${last.at.toISOString()}::timestamptz, ${last.id}::uuid)`,
        ),
      )
      .orderBy(asc(at), asc(id))
      .limit(batch);
    yield* rows;
    if (rows.length < batch) return;
    last = rows.at(-1);
  }
}
