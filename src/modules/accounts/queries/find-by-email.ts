import { eq } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { mailAddress } from "#src/shared/mail-address.ts";
import { toRole } from "#src/shared/viewer.ts";
import { people } from "../tables.ts";
import type { PersonBrief } from "./find-people.ts";

/** The account of an address, or null. For the operator's shell: no screen may tell which addresses are known. */
export async function findPersonByEmail(db: Database, address: string): Promise<PersonBrief | null> {
  const email = mailAddress(address);
  if (email === null) return null;
  const [row] = await db.select().from(people).where(eq(people.email, email));
  if (!row) return null;
  const { id, name, role, timeZone, blockedAt, createdAt, noticesOff } = row;
  return { id, name, email, role: toRole(role), timeZone, blocked: blockedAt !== null, since: createdAt, noticesOff };
}
