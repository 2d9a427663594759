import { and, asc, desc, gt, isNotNull, isNull, lt, type SQL } from "drizzle-orm";
import { cutPage, type Page, walk } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Cursor, readCursor } from "#src/shared/cursor.ts";
import { dueAt } from "../domain/deadlines.ts";
import { openOrderGroups } from "../domain/states.ts";
import type { FactColumns } from "../storage/order-row.ts";
import { orders } from "../tables.ts";
import { due, noDeadline } from "./admin-watches.ts";
import { lightColumns } from "./shown-columns.ts";

/** How the list can be sorted: by when an order was made, by its deadline (open orders alone) or by its price. */
export const adminSorts = ["newest", "oldest", "due", "due-last", "price", "price-low"] as const;
const rising: readonly string[] = ["oldest", "due", "price-low"];

type Asked = {
  sort: (typeof adminSorts)[number];
  group: string;
  older?: string | undefined;
  newer?: string | undefined;
};
type Found = readonly FactColumns[];

const openGroups: readonly string[] = openOrderGroups;
/** Stands for the price of an order that has none: its place is after every price, however they are sorted. */
export const noPrice = new Date("9998-12-31T00:00:00Z");

const isByDue = ({ sort, group }: Asked): boolean => sort.startsWith("due") && openGroups.includes(group);

/** Where an order stands in a list that is sorted this way, also when the list no longer holds it. */
export const placeIn =
  (asked: Asked) =>
  (row: FactColumns): Cursor => {
    const { id, priceCents } = row;
    if (asked.sort.startsWith("price")) return { at: priceCents === null ? noPrice : new Date(priceCents), id };
    return { at: isByDue(asked) ? (dueAt(row) ?? noDeadline) : row.createdAt, id };
  };

const read = (db: Database, where: SQL | undefined, order: readonly SQL[], limit: number): Promise<Found> =>
  db
    .select(lightColumns)
    .from(orders)
    .where(where)
    .orderBy(...order)
    .limit(limit);

/** One page by price: priced orders, then those without a price. Two statements where the page holds the change. */
async function pageByPrice(db: Database, asked: Asked, where: SQL | undefined, size: number) {
  const cursor = readCursor(asked.newer) ?? readCursor(asked.older);
  const unpriced = cursor?.at.getTime() === noPrice.getTime();
  const up = rising.includes(asked.sort);
  const { direction, after, order } = walk(asked, { at: orders.priceCents, id: orders.id }, up);
  const back = direction === "newer";
  const idUp = up !== back;
  const beyondId = cursor && (idUp ? gt(orders.id, cursor.id) : lt(orders.id, cursor.id));
  const priced = (limit: number) =>
    read(db, and(where, isNotNull(orders.priceCents), unpriced ? undefined : after), order, limit);
  const without = (limit: number) =>
    read(
      db,
      and(where, isNull(orders.priceCents), unpriced && beyondId ? beyondId : undefined),
      [idUp ? asc(orders.id) : desc(orders.id)],
      limit,
    );
  const onwards = back ? [without, priced] : [priced, without];
  const parts = unpriced === back ? onwards : onwards.slice(1);
  const found: FactColumns[] = [];
  for (const part of parts) if (found.length <= size) found.push(...(await part(size + 1 - found.length)));
  return cutPage(found, size, direction, placeIn(asked));
}

/** One page of the orders that fit, as they are sorted: a scan of the index of that sort. */
export async function sortedPage(
  db: Database,
  asked: Asked,
  where: SQL | undefined,
  size: number,
): Promise<Page<FactColumns>> {
  if (asked.sort.startsWith("price")) return pageByPrice(db, asked, where, size);
  const columns = { at: isByDue(asked) ? due : orders.createdAt, id: orders.id };
  const { direction, after, order } = walk(asked, columns, rising.includes(asked.sort));
  const found = await read(db, and(where, after), order, size + 1);
  return cutPage(found, size, direction, placeIn(asked));
}
