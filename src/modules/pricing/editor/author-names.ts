import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";

/** The names of those who wrote prices, for an admin who may see them. */
export async function authorNames(db: Database, ids: readonly string[]): Promise<(id: string) => string> {
  const people = await findPeople(db, ids);
  return (id) => people.get(id)?.name ?? (id.startsWith("system:") ? "The product" : "A former admin");
}
