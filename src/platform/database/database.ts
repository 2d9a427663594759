import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

/** A pool or an open transaction: both answer the same calls. */
export type Database = PgDatabase<PgQueryResultHKT>;
