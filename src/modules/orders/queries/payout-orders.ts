import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { walk } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Cursor, cursorText } from "#src/shared/id.ts";
import { nameFor, textFor, type Viewer } from "#src/shared/viewer.ts";
import { orders } from "../tables.ts";

/** What a payout says of an order behind it. */
type PayoutOrder = { id: string; number: string; title: string; country: string; clientName: string };

/**
 * What payouts say of these orders, as this viewer may have it; unknown ids are missing. Who may see them is the caller's
 * rule.
 */
export async function payoutOrders(
  db: Database,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, PayoutOrder>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: orders.id,
      number: orders.number,
      title: orders.title,
      country: orders.country,
      clientId: orders.clientId,
      clientName: orders.clientName,
    })
    .from(orders)
    .where(inArray(orders.id, [...new Set(ids)]));
  return new Map(
    rows.map(({ clientId, ...row }) => [
      row.id,
      {
        ...row,
        title: textFor(viewer, clientId, "work", row.title),
        clientName: nameFor(viewer, clientId, row.clientName),
      },
    ]),
  );
}

/** Those of these orders whose money is not held back: neither in dispute nor with a contested payment. Unknown ids are missing. */
export async function unfrozenOrders(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const free = and(eq(orders.frozen, false), ne(orders.status, "disputed"));
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`${orders.id} = any(${`{${[...new Set(ids)].join()}}`}::uuid[])`, free));
  return new Set(rows.map(({ id }) => id));
}

/** The ids of the orders whose money is held back, in the words of the indexes of them alone. */
export const frozenOrders = sql`select ${orders.id} from ${orders} where ${orders.frozen}
  union all select ${orders.id} from ${orders} where ${orders.status} = 'disputed'`;

const endedWithMoney = sql`${orders.status} in ('cancelled', 'refunded') and not ${orders.frozen} and ${orders.paymentStatus} in ('paid', 'partially_paid', 'partially_refunded', 'chargeback')`;

/**
 * Those of these orders, a query of ids, that were cancelled or refunded and whose money has not all gone back, oldest
 * first after a place, with when; contested payments left out. In the words of the index of such orders.
 */
export const endedOrders = (db: Database, ids: SQL, most: number, after?: Cursor) => {
  const steps = walk({ older: after && cursorText(after) }, { at: orders.updatedAt, id: orders.id }, true);
  return db
    .select({ id: orders.id, status: orders.status, at: orders.updatedAt })
    .from(orders)
    .where(and(endedWithMoney, sql`${orders.id} in (${ids})`, steps.after))
    .orderBy(...steps.order)
    .limit(most);
};

/** Whose these orders are, each client once. */
export async function clientsOfOrders(db: Database, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectDistinct({ clientId: orders.clientId })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  return rows.map(({ clientId }) => clientId);
}
