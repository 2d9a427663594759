import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { Capability } from "#src/shared/viewer.ts";
import { people } from "../tables.ts";

/** Admins whose account is open and who have this capability, by name: those who can be given work of this kind. */
export const adminsWhoMay = (db: Database, capability: Capability): Promise<{ id: string; name: string }[]> =>
  db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(
      and(
        eq(people.role, 3),
        isNull(people.blockedAt),
        sql`${people.capabilities} @> ${JSON.stringify([capability])}::jsonb`,
      ),
    )
    .orderBy(asc(people.name), asc(people.id))
    .limit(200);
