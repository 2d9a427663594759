import type { SQL } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

/** A pool or an open transaction: both answer the same calls. */
export type Database = PgDatabase<PgQueryResultHKT>;

/**
 * Sends a statement now; Drizzle's own waits until somebody waits for it. Connections are pipelined, so what is sent
 * next in the same transaction is answered next, in the same flight.
 */
export const send = <Row>(db: Database, statement: SQL): Promise<{ rows: Row[]; rowCount: number | null }> =>
  db.execute(statement).execute() as unknown as Promise<{ rows: Row[]; rowCount: number | null }>;
