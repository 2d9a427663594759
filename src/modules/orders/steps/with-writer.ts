import { and, count, inArray } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { Work } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { done, invalid, type Outcome } from "#src/shared/outcome.ts";
import type { WriterFacts } from "../domain/action-params.ts";
import { withWriter } from "../domain/states.ts";
import { type KnownWriter, writerDirectory } from "../ports.ts";
import { orders } from "../tables.ts";

/** How many orders each of these writers has in work now; writers without any are missing. */
export async function openOrdersOf(db: Database, writerIds: readonly string[]): Promise<Map<string, number>> {
  if (writerIds.length === 0) return new Map();
  const rows = await db
    .select({ id: orders.writerId, open: count() })
    .from(orders)
    .where(and(inArray(orders.writerId, [...writerIds]), inArray(orders.status, [...withWriter])))
    .groupBy(orders.writerId);
  return new Map(rows.flatMap(({ id, open }) => (id ? [[id, open] as const] : [])));
}

/** The writer of an offer with the room that is left, locked so that two offers cannot share the last place. */
export async function lockWriter(
  work: Work,
  writerId: string | undefined,
): Promise<Outcome<{ facts: WriterFacts; known: KnownWriter }>> {
  const known =
    writerId && isId(writerId) ? await work.ctx.runtime.port(writerDirectory).lock(work.tx, writerId) : null;
  if (!known) return invalid([{ path: "writer", message: "Choose a writer from the list." }]);
  const open = (await openOrdersOf(work.tx, [known.id])).get(known.id) ?? 0;
  return done({ facts: { id: known.id, active: known.active, openOrders: open, capacity: known.capacity }, known });
}
