import { and, eq, inArray, notInArray } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { searchColumn, searched } from "#src/platform/database/search.ts";
import { isId } from "#src/shared/id.ts";
import { plainCode } from "#src/shared/typed-values.ts";
import { sealedIds, textFor, type Viewer } from "#src/shared/viewer.ts";
import { orders } from "../tables.ts";

/** The number for people of each order among these ids. The caller checks the viewer. */
export async function orderNumbersOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids)].filter(isId);
  if (known.length === 0) return new Map();
  const rows = await db.select({ id: orders.id, number: orders.number }).from(orders).where(inArray(orders.id, known));
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** What these orders are called for this viewer, by their ids. The caller checks the viewer. */
export async function orderTitlesOf(
  db: Database,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: orders.id, title: orders.title, clientId: orders.clientId })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  return new Map(rows.map(({ id, title, clientId }) => [id, textFor(viewer, clientId, "work", title)]));
}

/** The id of the order with this number, or null. The caller checks the viewer. */
export async function orderIdOf(db: Database, number: string): Promise<string | null> {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.number, plainCode(number)));
  return row?.id ?? null;
}

const mostFound = 500;

/** Orders that a search finds, by number, title or client (shared/search.ts), at most 500. The caller checks the viewer. */
export async function orderIdsFound(db: Database, viewer: Viewer, search: string): Promise<readonly string[]> {
  const known = await orderIdOf(db, search);
  if (known) return [known];
  const sealed = [...sealedIds(viewer, "contact"), ...sealedIds(viewer, "work")];
  const findable = sealed.length > 0 ? notInArray(orders.clientId, sealed) : undefined;
  const which = and(searched(searchColumn(orders), search), findable);
  const rows = await db.select({ id: orders.id }).from(orders).where(which).limit(mostFound);
  return rows.map(({ id }) => id);
}
