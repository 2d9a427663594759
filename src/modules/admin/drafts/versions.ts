import { desc, eq } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { Setting } from "#src/platform/settings.ts";
import { pastSettings } from "#src/platform/tables.ts";

const mostVersions = 25;

/**
 * The published versions of a setting, newest first, at most 25 past ones; none while it is as shipped. Past values that
 * the setting's schema does not read any more are left out.
 */
export async function versionsOf<T extends { number: number }>(
  db: Database,
  setting: Setting<T>,
  newest: T,
): Promise<readonly T[]> {
  if (newest.number === 0) return [];
  const rows = await db
    .select({ value: pastSettings.value })
    .from(pastSettings)
    .where(eq(pastSettings.key, setting.key))
    .orderBy(desc(pastSettings.version))
    .limit(mostVersions);
  const past = rows.flatMap(({ value }) => {
    const read = setting.schema.safeParse(value);
    return read.success ? [read.data] : [];
  });
  return [newest, ...past];
}

/** The names of admins who published or drafted, by id. */
export async function namesOf(db: Database, ids: readonly string[]): Promise<(id: string) => string> {
  const people = await findPeople(db, [...new Set(ids)].filter(Boolean));
  return (id) => people.get(id)?.name ?? "A former admin";
}
