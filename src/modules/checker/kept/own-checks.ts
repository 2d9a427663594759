import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Person } from "#src/shared/viewer.ts";
import { keptChecks } from "../tables.ts";

/** The kept answers of this person alone; with an id, that one. Ids come from addresses: anything can stand there. */
export const ownChecks = ({ id: ownerId }: Person, id?: string): SQL | undefined =>
  and(eq(keptChecks.ownerId, ownerId), id === undefined ? undefined : sql`${keptChecks.id}::text = ${id}`);
