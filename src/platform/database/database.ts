import type { SQL } from "drizzle-orm";
import { bigint, type PgDatabase, type PgQueryResultHKT, timestamp } from "drizzle-orm/pg-core";

/** A pool or an open transaction: both answer the same calls. */
export type Database = PgDatabase<PgQueryResultHKT>;

/**
 * Sends a statement now; Drizzle's own waits until somebody waits for it. Connections are pipelined, so what is sent
 * next in the same transaction is answered next, in the same flight.
 */
export const send = <Row>(db: Database, statement: SQL): Promise<{ rows: Row[]; rowCount: number | null }> =>
  db.execute(statement).execute() as unknown as Promise<{ rows: Row[]; rowCount: number | null }>;

/** An instant in UTC. */
export const instant = () => timestamp({ withTimezone: true, mode: "date" });

/** A whole number beyond 32 bits: cents, bytes, milliseconds. */
export const wide = () => bigint({ mode: "number" });
