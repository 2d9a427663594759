import { inArray } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { type Role, toRole } from "#src/shared/viewer.ts";
import { people } from "../tables.ts";

export type PersonBrief = {
  id: string;
  name: string;
  email: string;
  role: Role;
  timeZone: string | null;
  blocked: boolean;
  /** When the account was made. */
  since: Date;
  /** Kinds of notices that the person turned off. */
  noticesOff: readonly string[];
};

/**
 * People by their ids, for modules that show or write to them; unknown ids are missing in the answer. Who may see a
 * name or an address is the caller's rule.
 */
export async function findPeople(db: Database, ids: readonly string[]): Promise<Map<string, PersonBrief>> {
  const wanted = [...new Set(ids)].filter((id) => /^[0-9a-f-]{36}$/i.test(id));
  if (wanted.length === 0) return new Map();
  const rows = await db.select().from(people).where(inArray(people.id, wanted));
  return new Map(
    rows.map(({ id, name, email, role, timeZone, blockedAt, createdAt, noticesOff }) => [
      id,
      { id, name, email, role: toRole(role), timeZone, blocked: blockedAt !== null, since: createdAt, noticesOff },
    ]),
  );
}
