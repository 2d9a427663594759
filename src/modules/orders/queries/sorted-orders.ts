import { and, asc, desc, gt, inArray, isNotNull, isNull, lt, type SQL } from "drizzle-orm";
import { cutPage, idsOfParts, type Page, type Steps, walk } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Cursor, readCursor } from "#src/shared/id.ts";
import { dueAt } from "../domain/deadlines.ts";
import { openOrderGroups } from "../domain/states.ts";
import type { FactColumns } from "../storage/order-row.ts";
import { orders } from "../tables.ts";
import { due, noDeadline } from "./admin-watches.ts";
import { lightColumns } from "./order-brief.ts";

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

/** Which orders: all parts together, as far as `where` holds. No order is in two parts. */
export type Which = { parts: readonly SQL[]; where: SQL | undefined };

/** The next rows: their ids first, by the index of each part. */
function read(db: Database, { parts, where }: Which, steps: Steps): Promise<Found> {
  const ordered = steps.rising ? asc : desc;
  const each = parts.map((part) => and(part, where));
  return db
    .select(lightColumns)
    .from(orders)
    .where(inArray(orders.id, idsOfParts(orders, each, steps)))
    .orderBy(ordered(steps.columns.at), ordered(steps.columns.id));
}

/** One page by price: priced orders, then those without a price. Two statements where the page holds the change. */
async function pageByPrice(db: Database, asked: Asked, { parts, where }: Which, size: number) {
  const cursor = readCursor(asked.newer) ?? readCursor(asked.older);
  const unpriced = cursor?.at.getTime() === noPrice.getTime();
  const columns = { at: orders.priceCents, id: orders.id };
  const { direction, after, rising: up } = walk(asked, columns, rising.includes(asked.sort));
  const back = direction === "newer";
  const beyondId = cursor && (up ? gt(orders.id, cursor.id) : lt(orders.id, cursor.id));
  const found = (which: SQL | undefined, limit: number) =>
    read(
      db,
      { parts, where: and(where, which) },
      { columns, rising: up, limit, keepsPlan: where === undefined && limit === size + 1 },
    );
  const priced = (limit: number) => found(and(isNotNull(orders.priceCents), unpriced ? undefined : after), limit);
  const without = (limit: number) =>
    found(and(isNull(orders.priceCents), unpriced && beyondId ? beyondId : undefined), limit);
  const onwards = back ? [without, priced] : [priced, without];
  const kinds = unpriced === back ? onwards : onwards.slice(1);
  const rows: FactColumns[] = [];
  for (const kind of kinds) if (rows.length <= size) rows.push(...(await kind(size + 1 - rows.length)));
  return cutPage(rows, size, direction, placeIn(asked));
}

/** One page of the orders that fit, as they are sorted: a scan of the index of that sort. */
export async function sortedPage(db: Database, asked: Asked, which: Which, size: number): Promise<Page<FactColumns>> {
  if (asked.sort.startsWith("price")) return pageByPrice(db, asked, which, size);
  const columns = { at: isByDue(asked) ? due : orders.createdAt, id: orders.id };
  const { direction, after, rising: up } = walk(asked, columns, rising.includes(asked.sort));
  const next = { ...which, where: and(which.where, after) };
  const found = await read(db, next, {
    ...{ columns, rising: up },
    ...{ limit: size + 1, keepsPlan: which.where === undefined },
  });
  return cutPage(found, size, direction, placeIn(asked));
}
