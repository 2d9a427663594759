import { and, desc, eq, getTableColumns, isNull } from "drizzle-orm";
import { z } from "zod";
import { command, inTransaction } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import { query } from "#src/platform/query.ts";
import { type Runtime, systemCtx } from "#src/platform/runtime.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import { isImpersonated, isUnderSeal, type Person, toRole } from "#src/shared/viewer.ts";
import { impersonationMinutes, mayImpersonate, mayImpersonateRole, mySelf } from "../domain/policy.ts";
import { sealedWorkPort } from "../ports.ts";
import { people, sessions } from "../tables.ts";
import { impersonations } from "./impersonation-tables.ts";

const reason = z
  .string("Give a reason.")
  .trim()
  .min(10, "Give a reason of at least 10 characters. The person reads it.")
  .max(500, "Use at most 500 characters.");

type Profile = typeof people.$inferSelect;

/**
 * The person whose pages this admin may see now. Refuses not-found without `people` and `orders`, and in words: admins,
 * accounts that nobody uses, for an admin without `money` writers, clients under a seal, and writers of their orders.
 */
async function seenPerson(
  { db, port }: Pick<Runtime, "port"> & { db: Database },
  admin: Person,
  personId: string,
): Promise<Outcome<Profile>> {
  const [person] = mayImpersonate(admin) ? await db.select().from(people).where(eq(people.id, personId)) : [];
  if (!person || person.anonymisedAt) return notFound();
  if (person.role === 3) return refuse("forbidden", "Nobody sees the pages of an admin.");
  if (person.blockedAt) return refuse("conflict", "This account is blocked: the person sees no pages.");
  if (!mayImpersonateRole(admin, person.role))
    return refuse("forbidden", "The pages of a writer show what the writer earns. You need the right to see money.");
  if (isUnderSeal(admin, personId))
    return refuse(
      "forbidden",
      "This client reported a threat, and the data is sealed. You can open parts of it with a reason and a second person, but not see the pages.",
    );
  const sealed = [...(admin.sealed?.keys() ?? [])];
  if (person.role === 2 && sealed.length > 0 && (await port(sealedWorkPort)(db, { writerId: personId, sealed })))
    return refuse(
      "forbidden",
      "This writer has or could accept an order of a client whose data is sealed, so the pages stay closed.",
    );
  return done(person);
}

/** An admin sees the pages as a person does, read only, in this session, until it is ended or 15 minutes are over. */
export const startImpersonation = command("accounts.start-impersonation", {
  input: z.strictObject({ personId: z.uuid(), reason }),
  run: async (work, { personId, reason: why }): Promise<Outcome<null>> => {
    const admin = work.viewer;
    if (!mayImpersonate(admin)) return notFound();
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const { runtime } = work.ctx;
    const found = await seenPerson({ db: work.tx, port: runtime.port }, admin, personId);
    if (!found.ok) return found;
    await endIn(work, eq(impersonations.sessionId, admin.sessionId));
    const [id, endsAt] = [newId(), new Date(work.now.getTime() + impersonationMinutes * minuteMs)];
    await work.tx.insert(impersonations).values({
      ...{ id, personId, adminId: admin.id, sessionId: admin.sessionId, reason: why, startedAt: work.now, endsAt },
    });
    work.audit({ action: "impersonation.started", subject: personId, detail: { reason: why, until: endsAt } });
    return done(null);
  },
});

/** Ends what runs of these, each with a line in the audit. */
export async function endIn(work: Pick<Work, "tx" | "now" | "audit">, which: ReturnType<typeof eq>): Promise<void> {
  const ended = await work.tx
    .update(impersonations)
    .set({ endedAt: work.now })
    .where(and(which, isNull(impersonations.endedAt)))
    .returning();
  for (const { personId, adminId, endsAt } of ended)
    work.audit({ action: "impersonation.ended", subject: personId, detail: { adminId, until: endsAt } });
}

/** Ends the view of this session. Returns whose pages it was; null: there was none any more. */
export const endImpersonation = command("accounts.end-impersonation", {
  input: z.strictObject({}),
  whileImpersonating: true,
  run: async (work): Promise<Outcome<string | null>> => {
    if (!isImpersonated(work.viewer)) return done(null);
    await endIn(work, eq(impersonations.id, work.viewer.impersonator.impersonationId));
    return done(work.viewer.id);
  },
});

/** Records that an admin saw a page as somebody else: its pattern in the URL table, nothing of the query. */
export const recordSeenPage = command("accounts.record-seen-page", {
  input: z.strictObject({ page: z.string().max(200) }),
  whileImpersonating: true,
  run: async (work, { page }): Promise<Outcome<null>> => {
    if (isImpersonated(work.viewer))
      work.audit({ action: "impersonation.page-seen", subject: work.viewer.id, detail: { page } });
    return done(null);
  },
});

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
