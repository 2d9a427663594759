import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { isId } from "#src/shared/id.ts";
import type { QuoteVersion } from "../domain/quote-rounds.ts";
import type { OrderRow } from "../storage/order-row.ts";
import { customQuotes, orders } from "../tables.ts";

/** One order with the newest price that an admin named for it. One statement. */
export async function orderWithQuote(
  db: Database,
  id: string,
): Promise<{ order: OrderRow; quote: QuoteVersion | null } | null> {
  if (!isId(id)) return null;
  const newest = sql`(select max(q.version) from ${customQuotes} q where q.order_id = ${orders.id})`;
  const [found] = await db
    .select({ order: orders, quote: customQuotes })
    .from(orders)
    .leftJoin(customQuotes, and(eq(customQuotes.orderId, orders.id), eq(customQuotes.version, newest)))
    .where(eq(orders.id, id));
  if (!found) return null;
  if (!found.quote) return { order: found.order, quote: null };
  return { order: found.order, quote: versionOf(found.quote) };
}

const versionOf = (row: typeof customQuotes.$inferSelect): QuoteVersion => ({
  version: row.version,
  cents: row.cents,
  lines: row.lines,
  scope: row.scope,
  deadline: row.deadline,
  validUntil: row.validUntil,
  createdAt: row.createdAt,
});

/** Every version of the price of custom work, the oldest first. */
export async function quotesOf(db: Database, orderId: string): Promise<readonly QuoteVersion[]> {
  const rows = await db
    .select()
    .from(customQuotes)
    .where(eq(customQuotes.orderId, orderId))
    .orderBy(asc(customQuotes.version));
  return rows.map(versionOf);
}
