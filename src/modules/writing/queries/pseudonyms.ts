import { inArray } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { writers } from "../tables.ts";

/** The names under which clients know these people; who never was a writer is missing. Who may see them is the caller's rule. */
export async function pseudonymsOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: writers.personId, pseudonym: writers.pseudonym })
    .from(writers)
    .where(inArray(writers.personId, [...ids]));
  return new Map(rows.map(({ id, pseudonym }) => [id, pseudonym]));
}
