import { desc, eq, getTableColumns } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#src/platform/command.ts";
import { query } from "#src/platform/query.ts";
import { type Runtime, systemCtx } from "#src/platform/runtime.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { type Person, toRole } from "#src/shared/viewer.ts";
import { mySelf } from "../domain/policy.ts";
import { sessions } from "../tables.ts";
import { endIn, seenPerson } from "./impersonate.ts";
import { impersonations } from "./impersonation-tables.ts";

type Running = { id: string; personId: string; endsAt: Date };

/**
 * The viewer while an admin sees the pages as a person does: that person, never fresh, with the admin as `impersonator`.
 * Null, and ended, when its time is over or the person may not be seen any more.
 */
export async function impersonatedViewer(
  runtime: Runtime,
  admin: Person,
  { id, personId, endsAt }: Running,
): Promise<Person | null> {
  const found = endsAt > runtime.clock() ? await seenPerson(runtime, admin, personId) : null;
  if (!found?.ok) {
    await inTransaction(systemCtx(runtime, "impersonation"), async (work) => {
      await endIn(work, eq(impersonations.id, id));
      return done(null);
    });
    return null;
  }
  const { name, email, emailVerified, role, timeZone } = found.value;
  return {
    ...{ kind: "person", id: personId, name, email, emailVerified, role: toRole(role), waitingRole: null },
    ...{ capabilities: [], timeZone, sessionId: admin.sessionId, freshAt: null },
    impersonator: { id: admin.id, timeZone: admin.timeZone, impersonationId: id, until: endsAt },
  };
}

const shown = 10;

/** When admins looked at the viewer's pages, and why: the newest ten. The audit has all. */
export const myImpersonations = query("accounts.my-impersonations", {
  input: z.strictObject({}),
  private: true,
  run: async ({ db, viewer, now }) => {
    const person = mySelf(viewer);
    if (!person) return refuse("signed-out", "Sign in to see this.");
    // A session that was ended elsewhere, as by a block, ends the view without a word about it.
    const rows = await db
      .select({ ...getTableColumns(impersonations), session: sessions.id })
      .from(impersonations)
      .leftJoin(sessions, eq(sessions.id, impersonations.sessionId))
      .where(eq(impersonations.personId, person.id))
      .orderBy(desc(impersonations.startedAt), desc(impersonations.id))
      .limit(shown);
    return done(
      rows.map(({ id, reason, startedAt, endsAt, endedAt, session }) => ({
        ...{ id, reason, startedAt, endedAt: endedAt && endedAt < endsAt ? endedAt : endsAt },
        running: session !== null && endedAt === null && endsAt > now,
      })),
    );
  },
});
