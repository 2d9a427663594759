import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { isId, type OrderRow } from "../order-row.ts";
import { customQuotes, orders } from "../tables.ts";

export type CustomQuote = {
  version: number;
  cents: number;
  scope: string;
  deadline: Date;
  validUntil: Date | null;
  createdAt: Date;
};

/** One order with the newest price that an admin named for it. One statement. */
export async function orderWithQuote(
  db: Database,
  id: string,
): Promise<{ order: OrderRow; quote: CustomQuote | null } | null> {
  if (!isId(id)) return null;
  const newest = sql`(select max(q.version) from ${customQuotes} q where q.order_id = ${orders.id})`;
  const [found] = await db
    .select({ order: orders, quote: customQuotes })
    .from(orders)
    .leftJoin(customQuotes, and(eq(customQuotes.orderId, orders.id), eq(customQuotes.version, newest)))
    .where(eq(orders.id, id));
  if (!found) return null;
  if (!found.quote) return { order: found.order, quote: null };
  const { version, cents, scope, deadline, validUntil, createdAt } = found.quote;
  return { order: found.order, quote: { version, cents, scope, deadline, validUntil, createdAt } };
}
