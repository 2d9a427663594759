import { asc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { canSeeAllOrders } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
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

/** Active writers by pseudonym, for the filters of lists. For admins who see orders; refuses not-found. */
export const writerNames = query<Record<string, never>, readonly { id: string; pseudonym: string }[]>("writing.names", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const rows = await db
      .select({ id: writers.personId, pseudonym: writers.pseudonym })
      .from(writers)
      .where(eq(writers.active, true))
      .orderBy(asc(writers.pseudonym))
      .limit(500);
    return done(rows);
  },
});
