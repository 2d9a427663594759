import { and, asc, eq, inArray } from "drizzle-orm";
import { orderForTalk, peopleOfOrders, type TalkOrder } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import { type ThreadSide, threadSideOf } from "../domain/policy.ts";
import { threads } from "../tables.ts";

export type ThreadRow = typeof threads.$inferSelect;
export type SeenThread = { row: ThreadRow; order: TalkOrder; side: ThreadSide };

export const threadTopic = (id: string): string => `thread:${id}`;

/** A thread with its order and the viewer's side; null for everybody whom it does not concern. */
export async function seenThread(db: Database, viewer: Viewer, id: string, lock = false): Promise<SeenThread | null> {
  if (!isId(id)) return null;
  const rows = db.select().from(threads).where(eq(threads.id, id));
  const [row] = await (lock ? rows.for("update") : rows);
  // As much work for a thread that is not there: how long a refusal takes says nothing.
  const order = await orderForTalk(db, row?.orderId ?? newId());
  const side = row && order && threadSideOf(row, order, viewer);
  return side ? { row, order, side } : null;
}

/** Whether each of these viewers has a side in a thread, as `seenThread` says it; two statements for all of them. */
export async function seenThreads(
  db: Database,
  asked: readonly { viewer: Viewer; id: string }[],
): Promise<readonly boolean[]> {
  const ids = [...new Set(asked.map(({ id }) => id).filter(isId))];
  const { id, orderId, writerId } = threads;
  const rows = ids.length > 0 ? await db.select({ id, orderId, writerId }).from(threads).where(inArray(id, ids)) : [];
  const known = new Map(rows.map((row) => [row.id, row]));
  const orders = await peopleOfOrders(
    db,
    rows.map((row) => row.orderId),
  );
  return asked.map((one) => {
    const row = known.get(one.id);
    const order = row && orders.get(row.orderId);
    return row !== undefined && order !== undefined && threadSideOf(row, order, one.viewer) !== null;
  });
}

export async function lockThread(db: Database, id: string): Promise<ThreadRow | null> {
  const [row] = await db.select().from(threads).where(eq(threads.id, id)).for("update");
  return row ?? null;
}

/** The thread that the order and its writer of now have. */
export async function threadOf(db: Database, { id, writerId }: TalkOrder): Promise<ThreadRow | null> {
  if (writerId === null) return null;
  const [row] = await db
    .select()
    .from(threads)
    .where(and(eq(threads.orderId, id), eq(threads.writerId, writerId)));
  return row ?? null;
}

/** Every thread of an order, the oldest first. */
export const threadsOf = (db: Database, orderId: string): Promise<ThreadRow[]> =>
  db.select().from(threads).where(eq(threads.orderId, orderId)).orderBy(asc(threads.createdAt));

/** Changes a locked thread once, at the end of its command; whoever has it open learns of it. */
export function changeThread(work: Work, row: ThreadRow, changes: Partial<ThreadRow>): void {
  const version = row.version + 1;
  const change = work.tx
    .update(threads)
    .set({ ...changes, version })
    .where(eq(threads.id, row.id));
  work.defer({ change: change.getSQL() });
  work.publish(threadTopic(row.id), version);
}
