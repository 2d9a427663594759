import { and, asc, count, countDistinct, eq, gt, inArray, isNull, max, ne, notInArray, or } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { orders } from "../tables.ts";

/** Nothing more happens by itself in these. */
export const endedStates = ["completed", "cancelled", "refunded"] as const;

const isOpen = notInArray(orders.status, [...endedStates]);

/** How many clients have an order that is not closed. */
export async function countClientsWithOpenOrders(db: Database): Promise<number> {
  const [row] = await db
    .select({ clients: countDistinct(orders.clientId) })
    .from(orders)
    .where(isOpen);
  return row?.clients ?? 0;
}

/** A version of a text that is accepted with an order; `field`: the column that keeps it. */
type Accepted = { field: "termsVersion" | "fairUseVersion" | "privacyVersion"; version: string };

/**
 * Clients with an order that is not closed and was placed under another version: the first `most` of them whose id comes
 * after `after` ("": from the first one), in the order of ids.
 */
export async function clientsUnderAnother(
  db: Database,
  { field, version }: Accepted,
  { after, most }: { after: string; most: number },
): Promise<string[]> {
  const column = orders[field];
  const rows = await db
    .selectDistinct({ id: orders.clientId })
    .from(orders)
    .where(and(isOpen, or(isNull(column), ne(column, version)), after === "" ? undefined : gt(orders.clientId, after)))
    .orderBy(asc(orders.clientId))
    .limit(most);
  return rows.map(({ id }) => id);
}

/** The numbers of the orders that this person placed and that are not closed, at most 20. */
export async function openOrderNumbersOf(db: Database, clientId: string): Promise<string[]> {
  const rows = await db
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.clientId, clientId), isOpen))
    .orderBy(asc(orders.createdAt))
    .limit(20);
  return rows.map(({ number }) => number);
}

/** How many orders each of these clients has placed, in one statement; clients without any are missing. */
export async function orderCountsOf(db: Database, clientIds: readonly string[]): Promise<Map<string, number>> {
  if (clientIds.length === 0) return new Map();
  const rows = await db
    .select({ id: orders.clientId, placed: count() })
    .from(orders)
    .where(inArray(orders.clientId, [...clientIds]))
    .groupBy(orders.clientId);
  return new Map(rows.map(({ id, placed }) => [id, placed]));
}

/** Who accepted the terms of an order from one of these network addresses, and when last. */
export async function ordersPlacedFrom(db: Database, addresses: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .select({ clientId: orders.clientId, at: max(orders.consentedAt) })
    .from(orders)
    .where(inArray(orders.consentAddress, [...addresses]))
    .groupBy(orders.clientId)
    .limit(20);
  return new Map(rows.flatMap(({ clientId, at }) => (at ? [[clientId, at] as const] : [])));
}

/** What a client has ordered. */
type ClientSummary = { placed: number; open: number; orderIds: readonly string[] };

/** One client's orders, in one statement. Who may see them is the caller's rule. */
export async function clientSummary(db: Database, clientId: string): Promise<ClientSummary> {
  const rows = await db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(eq(orders.clientId, clientId));
  const ended: readonly string[] = endedStates;
  return {
    placed: rows.length,
    open: rows.filter(({ status }) => !ended.includes(status)).length,
    orderIds: rows.map(({ id }) => id),
  };
}
