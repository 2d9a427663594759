import { type SQL, sql } from "drizzle-orm";
import { bigint, type PgDatabase, type PgQueryResultHKT, timestamp } from "drizzle-orm/pg-core";

/** A pool or an open transaction: both answer the same calls. */
export type Database = PgDatabase<PgQueryResultHKT>;

/**
 * Sends a statement now; Drizzle's own waits until somebody waits for it. Connections are pipelined, so what is sent
 * next in the same transaction is answered next, in the same flight.
 */
export const send = <Row>(db: Database, statement: SQL): Promise<{ rows: Row[]; rowCount: number | null }> =>
  db.execute(statement).execute() as unknown as Promise<{ rows: Row[]; rowCount: number | null }>;

/**
 * `limit` in a statement's text, for conditions that are the same each time. Of a limit in a parameter PostgreSQL expects
 * a tenth of all rows, so it plans the statement anew each time: 4 of 7 ms of the counts on the tabs of a million orders.
 * A search is better planned with its word, so its limit stays a parameter. `most`: a whole number of the code.
 */
export const rowLimit = (most: number): SQL => sql.raw(`limit ${most}`);

/** How many rows a select of such conditions gives, counted up to `most`; one more stands for "more than". */
export const cappedCount = (most: number, rows: SQL): SQL =>
  sql`(select count(*)::int from (${rows} ${rowLimit(most + 1)}) found)`;

/**
 * How many rows a select of such conditions gives, counted as `cappedCount` does, and the least of its one column `since`,
 * an instant: an object with `found` and `since` (seconds, null without rows).
 */
export const foundSince = (most: number, rows: SQL): SQL =>
  sql`(select json_build_object('found', count(*), 'since', extract(epoch from min(since))) from (${rows} ${rowLimit(most + 1)}) found)`;

/** An instant in UTC. */
export const instant = () => timestamp({ withTimezone: true, mode: "date" });

/** A whole number beyond 32 bits: cents, bytes, milliseconds. */
export const wide = () => bigint({ mode: "number" });
