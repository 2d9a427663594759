import { eq } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { toRole } from "#src/shared/viewer.ts";
import { tidyEmail } from "../domain/person-fields.ts";
import { people } from "../tables.ts";
import type { PersonBrief } from "./find-people.ts";

/** The account of an address, or null. For the operator's shell: no screen may tell which addresses are known. */
export async function findPersonByEmail(db: Database, address: string): Promise<PersonBrief | null> {
  const [row] = await db
    .select()
    .from(people)
    .where(eq(people.email, tidyEmail(address)));
  if (!row) return null;
  const { id, name, email, role, timeZone, blockedAt, createdAt, noticesOff } = row;
  return { id, name, email, role: toRole(role), timeZone, blocked: blockedAt !== null, since: createdAt, noticesOff };
}
