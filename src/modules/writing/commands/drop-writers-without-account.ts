import { inArray } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { Work } from "#src/platform/work.ts";
import { writers } from "../tables.ts";

/** Removes writers whose account is gone; the caller has removed it in the same work. */
export async function dropWritersWithoutAccount(work: Work): Promise<void> {
  const known = (await work.tx.select({ id: writers.personId }).from(writers)).map(({ id }) => id);
  const people = await findPeople(work.tx, known);
  const gone = known.filter((id) => !people.has(id));
  if (gone.length > 0) await work.tx.delete(writers).where(inArray(writers.personId, gone));
}
