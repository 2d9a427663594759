import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { agreedTexts } from "#src/modules/operator/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { audit } from "#src/platform/tables.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { isSealedFor, isUnderSeal, nameFor, type Role, textFor, toRole } from "#src/shared/viewer.ts";
import { deviceLabel, isAlive, removalDue } from "../../domain/lifetimes.ts";
import { canSeeFigures, canSeePeople, closedFor, standingOf } from "../../domain/policy.ts";
import { factorsOf } from "../../factors/queries/factors-of.ts";
import { customers, passkeys, people, sessions, signIns, totps } from "../../tables.ts";

// Parts of their own: in a column of a select from one table, Drizzle takes the table's name from the outermost part.
const app = sql`select 1 from ${totps} where ${totps.personId} = ${people.id} and ${totps.confirmedAt} is not null`;
const key = sql`select 1 from ${passkeys} where ${passkeys.personId} = ${people.id}`;

/** Has this person something to show beside a password? Both look-ups walk an index. */
export const withFactor = sql<boolean>`(exists(${app}) or exists(${key}))`;

const session = sql`select max(${sessions.updatedAt}) from ${sessions} where ${sessions.userId} = ${people.id}`;
const signIn = sql`select ${audit.at} from ${audit}
  where ${audit.subject} = ${people.id}::text and ${audit.action} = 'account.signed-in'
  order by ${audit.at} desc limit 1`;

/** When somebody was last here: the last use of a session that stands, else the last sign-in of the audit trail. */
export const lastSeenOf = sql`greatest((${session}), (${signIn}))`.mapWith(sessions.updatedAt);

export type AdminPerson = Answer<typeof personForAdmin>;

async function activeSessions(db: Database, personId: string, role: Role, now: Date) {
  const rows = await db.select().from(sessions).where(eq(sessions.userId, personId)).orderBy(desc(sessions.updatedAt));
  return rows
    .filter(({ createdAt, updatedAt }) => isAlive({ createdAt, seenAt: updatedAt }, role, now))
    .map(({ id, userAgent, ipAddress, method, createdAt, updatedAt, factorAt }) => ({
      ...{ id, method, address: ipAddress, device: deviceLabel(userAgent) },
      ...{ since: createdAt, seenAt: updatedAt, factor: factorAt !== null },
    }));
}

/** What the admin area shows of one person; no secret and no token. Needs `people`; refuses not-found. */
export const personForAdmin = query("accounts.person-for-admin", {
  input: z.strictObject({ personId: z.string() }),
  run: async ({ db, viewer, now }, { personId }) => {
    if (!canSeePeople(viewer) || viewer.kind !== "person") return notFound();
    if (!isId(personId)) return notFound();
    const [found] = await db.select({ row: people, seenAt: lastSeenOf }).from(people).where(eq(people.id, personId));
    if (!found) return notFound();
    const { row, seenAt } = found;
    const role = toRole(row.role);
    const [methods, factors, active, [figures = null]] = await Promise.all([
      db.select({ provider: signIns.providerId, email: signIns.email }).from(signIns).where(eq(signIns.userId, row.id)),
      factorsOf(db, row.id),
      activeSessions(db, row.id, role, now),
      canSeeFigures(viewer) ? db.select().from(customers).where(eq(customers.personId, row.id)) : [],
    ]);
    const { id, emailVerified, capabilities, createdAt, demo } = row;
    const sealed = isSealedFor(viewer, id, "contact");
    const [name, email] = [nameFor(viewer, id, row.name), textFor(viewer, id, "contact", row.email)];
    const timeZone = sealed ? null : row.timeZone;
    const { termsAcceptedAt, termsVersion, privacyVersion } = row;
    const agreed = termsVersion ? await agreedTexts(db, { termsVersion, privacyVersion, fairUseVersion: null }) : [];
    return done({
      ...{ id, name, email, emailVerified, role, capabilities, createdAt, seenAt, timeZone, termsAcceptedAt, demo },
      /** Which versions were accepted with the account; empty where its form named none. */
      agreed,
      /** Sent with a change of role, so that the second of two admins gets a conflict. */
      standing: standingOf({ role, capabilities }),
      leavesAt: row.deletionDueAt,
      blocked: row.blockedAt ? { at: row.blockedAt, reason: row.blockedFor } : null,
      /** The ways in: "credential", "google", "apple". */
      methods: sealed ? methods.map((one) => ({ ...one, email: null })) : methods,
      factors,
      removalDue: row.factorRemovalAskedAt ? removalDue(row.factorRemovalAskedAt) : null,
      sessions: sealed ? [] : active,
      /** Somebody’s data is sealed, also while a part of it is open to this admin. */
      underSeal: isUnderSeal(viewer, id),
      /** What the person ordered, paid and got back; null for admins who do not see orders, and for deleted accounts. */
      figures,
      closed: closedFor({ id: viewer.id, mine: viewer.capabilities }, row),
    });
  },
});
