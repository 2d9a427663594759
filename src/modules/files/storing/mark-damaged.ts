import { and, eq, inArray, ne } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { files } from "../tables.ts";

/** Says on the rows of these files that their bytes are lost: their owners are asked to send them again. */
export async function markLost(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(files)
    .set({ state: "refused", refusal: "This file was lost in our storage. Send it again.", checkAt: null })
    .where(and(inArray(files.id, [...ids]), ne(files.state, "gone")));
}

/** Has the clean copy and the small picture of these files made anew by the next check. */
export async function checkAgain(db: Database, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(files)
    .set({ state: "checking", checkAt: now, checkTries: 0 })
    .where(and(inArray(files.id, [...ids]), eq(files.state, "ready")));
}
