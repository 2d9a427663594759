import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { people } from "../tables.ts";

/** False while nobody can administer this installation: start and doctor say so. */
export async function hasAdmin(db: Database): Promise<boolean> {
  const rows = await db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.role, 3), isNull(people.blockedAt)))
    .limit(1);
  return rows.length > 0;
}
