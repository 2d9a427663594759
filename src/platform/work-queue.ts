import { and, asc, type InferSelectModel, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { hourMs } from "#src/shared/units.ts";
import type { Database } from "./database/database.ts";

/**
 * Work that waits in rows of `table`, where `where` holds, until the time in the column `due`; null: nothing is to be
 * done. A partial index holds what waits, in the order of `due`.
 */
export type WorkQueue<T extends PgTable = PgTable> = { name: string; table: T; due: PgColumn; where?: SQL };

/** Which rows of a queue are due. */
export const isDue = ({ due, where }: WorkQueue, now: Date): SQL | undefined => and(where, lte(due, now));

type WorkTable = PgTable & { id: PgColumn };
type CountedTable = WorkTable & { nextTryAt: PgColumn; attempts: PgColumn };

type Claim<T extends PgTable> = {
  now: Date;
  /** Which of the due rows; all, when left out. */
  which?: SQL | undefined;
  /** Rows to take at most. */
  most: number;
  /** The longest due first, when left out. */
  order?: readonly SQL[];
  /** Moves the row's time to the end of the lease: a process that dies leaves the row to the others. */
  lease: PgUpdateSetSource<T>;
};

/**
 * Takes due rows for this process. Rows that another process is taking are passed over. Returns them as they are with the
 * lease, in no order.
 */
export const claimDue = async <T extends WorkTable>(
  db: Database,
  queue: WorkQueue<T>,
  { now, which, most, order = [asc(queue.due)], lease }: Claim<T>,
): Promise<InferSelectModel<T>[]> => {
  const { table } = queue;
  const from: PgTable = table;
  const ids = db
    .select({ id: table.id })
    .from(from)
    .where(and(isDue(queue, now), which))
    .orderBy(...order)
    .limit(most)
    .for("update", { skipLocked: true });
  // An array is read once. A plan may run "in (select ...)" for each row, and lock more rows than it returns.
  const claimed = sql`${table.id} = any(array(${ids}))`;
  return (await db.update(table).set(lease).where(claimed).returning()) as InferSelectModel<T>[];
};

/** The lease of a row that counts its tries: one more, and due again after `ms` milliseconds. */
export const leaseFor = ({ attempts }: CountedTable, now: Date, ms: number) => ({
  nextTryAt: new Date(now.getTime() + ms),
  attempts: sql`${attempts} + 1`,
});

/**
 * When work that failed is tried again.
 * @param tries failed tries so far, from 1
 * @param firstMs the wait after the first one, in milliseconds; doubled after each, at most an hour
 */
export const retryTime = (now: Date, tries: number, firstMs: number): Date =>
  new Date(now.getTime() + Math.min(hourMs, firstMs * 2 ** Math.min(tries - 1, 20)));
