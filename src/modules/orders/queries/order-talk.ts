import { and, eq, inArray, max, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { isId } from "#src/shared/id.ts";
import { clientPseudonym } from "../domain/pseudonym.ts";
import type { OrderRow } from "../storage/order-row.ts";
import { orderHistory, orders } from "../tables.ts";

/** What the conversation of client and writer needs to know of its order. */
export type TalkOrder = Pick<OrderRow, "id" | "number" | "title" | "status" | "clientId" | "writerId" | "demo"> & {
  /** How each side calls the other. */
  client: string;
  writer: string | null;
  /** When it was finished, cancelled or refunded; null while it lives. */
  endedAt: Date | null;
};

const ended: readonly string[] = ["completed", "cancelled", "refunded"];

/** An order for its conversations, in one statement. The caller checks who may read them. */
export async function orderForTalk(db: Database, orderId: string): Promise<TalkOrder | null> {
  if (!isId(orderId)) return null;
  const { orderId: of, to, from, at } = orderHistory;
  const [row] = await db
    .select({
      id: orders.id,
      number: orders.number,
      title: orders.title,
      status: orders.status,
      clientId: orders.clientId,
      writerId: orders.writerId,
      writer: orders.writerName,
      demo: orders.demo,
      endedAt: max(at),
    })
    .from(orders)
    .leftJoin(orderHistory, and(eq(of, orders.id), eq(to, orders.status), ne(from, orders.status)))
    .where(eq(orders.id, orderId))
    .groupBy(orders.id);
  if (!row) return null;
  return { ...row, endedAt: ended.includes(row.status) ? row.endedAt : null, client: clientPseudonym(row.clientId) };
}

/** Whether the orders of these ids, a column, ended at an instant or before it, or are gone: a condition for a statement. */
export const isOverSince = (orderId: SQLWrapper, before: Date): SQL => sql`not exists (
  select 1 from ${orders} as own where own.id = ${orderId} and (own.status not in ('completed', 'cancelled', 'refunded')
    or coalesce((select max(step.at) from ${orderHistory} as step where step.order_id = own.id
      and step."to" = own.status and step."from" <> own.status), 'infinity') > ${before.toISOString()}::timestamptz))`;

type OrderPeople = { clientId: string; writerId: string | null };

/** Whose these orders are and who writes them; unknown ones are missing. Who may know it is the caller's rule. */
export async function peopleOfOrders(db: Database, ids: readonly string[]): Promise<Map<string, OrderPeople>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: orders.id, clientId: orders.clientId, writerId: orders.writerId })
    .from(orders)
    .where(inArray(orders.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}
