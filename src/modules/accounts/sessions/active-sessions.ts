import { eq, inArray } from "drizzle-orm";
import type { Runtime } from "#src/platform/runtime.ts";
import { toRole } from "#src/shared/viewer.ts";
import { isAlive } from "../domain/lifetimes.ts";
import { people, sessions } from "../tables.ts";

/** Those of these sessions that still live: not ended, not over, and their person not blocked. One statement. */
export async function activeSessions(runtime: Runtime, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { id, createdAt, updatedAt: seenAt } = sessions;
  const rows = await runtime.db
    .select({ id, createdAt, seenAt, role: people.role, blockedAt: people.blockedAt })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.userId))
    .where(inArray(sessions.id, [...ids]));
  const now = runtime.clock();
  return new Set(rows.filter((one) => !one.blockedAt && isAlive(one, toRole(one.role), now)).map((one) => one.id));
}
