import { and, eq } from "drizzle-orm";
import { rowsInTurn } from "#src/platform/database/cursor.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { orderHistory } from "../tables.ts";
import type { HistoryRow } from "./history.ts";

const batch = 200;

/** All that happened to an order, the oldest first, however much it is, for admins; nothing for everybody else. */
export async function* historyToKeep({ runtime: { db }, viewer }: Ctx, orderId: string): AsyncGenerator<HistoryRow> {
  if (!canSeeAllOrders(viewer, "admin")) return;
  yield* rowsInTurn(orderHistory, batch, ({ after, order }) =>
    db
      .select()
      .from(orderHistory)
      .where(and(eq(orderHistory.orderId, orderId), after))
      .orderBy(...order)
      .limit(batch),
  );
}
