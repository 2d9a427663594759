import { and, eq, max, ne } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { clientPseudonym } from "../domain/pseudonym.ts";
import { isId, type OrderRow } from "../order-row.ts";
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

/** An order for what is said about it, in one statement. Who may read that is the caller's rule. */
export async function orderForTalk(db: Database, orderId: string): Promise<TalkOrder | null> {
  if (!isId(orderId)) return null;
  const { id, number, title, status, clientId, writerId, writerName: writer, demo } = orders;
  const { to, from, at } = orderHistory;
  const [row] = await db
    .select({ id, number, title, status, clientId, writerId, writer, demo, endedAt: max(at) })
    .from(orders)
    .leftJoin(orderHistory, and(eq(orderHistory.orderId, id), eq(to, status), ne(from, status)))
    .where(eq(id, orderId))
    .groupBy(id);
  if (!row) return null;
  return { ...row, endedAt: ended.includes(row.status) ? row.endedAt : null, client: clientPseudonym(row.clientId) };
}
