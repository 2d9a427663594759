import { and, eq, lt, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { House } from "#src/platform/house.ts";
import { guest, type Person, toRole, type Viewer } from "#src/shared/viewer.ts";
import { hashToken } from "./auth-store.ts";
import { isAlive, seenEvery } from "./domain/lifetimes.ts";
import { authPort } from "./ports.ts";
import { people, sessions } from "./tables.ts";

/**
 * Who sends this request: a person with a living session, else a guest. One query; none without a session cookie.
 * Lifetimes follow the person's role of today; blocked people are guests.
 */
export async function resolveViewer(house: House, headers: Headers): Promise<Viewer> {
  const token = house.port(authPort).cookies.readSession(headers);
  if (!token) return guest;
  const [row] = await sessionQuery(house.db).execute({ token: hashToken(token) });
  const now = house.clock();
  if (!row || row.person.blockedAt) return guest;
  const { session, person } = row;
  if (!isAlive({ createdAt: session.createdAt, seenAt: session.updatedAt }, toRole(person.role), now)) return guest;
  if (now.getTime() - session.updatedAt.getTime() >= seenEvery) await markSeen(house, session.id, now);
  return personOf(person, session);
}

const buildQuery = (db: Database) =>
  db
    .select({
      session: {
        id: sessions.id,
        createdAt: sessions.createdAt,
        updatedAt: sessions.updatedAt,
        freshAt: sessions.freshAt,
      },
      person: {
        id: people.id,
        name: people.name,
        email: people.email,
        emailVerified: people.emailVerified,
        role: people.role,
        capabilities: people.capabilities,
        timeZone: people.timeZone,
        blockedAt: people.blockedAt,
      },
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.userId))
    .where(eq(sessions.token, sql.placeholder("token")))
    .prepare("accounts_session");

const built = new WeakMap<Database, ReturnType<typeof buildQuery>>();

/** Asked in every request of a signed-in person, so its text is made once for each database. */
const sessionQuery = (db: Database) => {
  const known = built.get(db) ?? buildQuery(db);
  built.set(db, known);
  return known;
};

async function markSeen(house: House, sessionId: string, now: Date): Promise<void> {
  await house.db
    .update(sessions)
    .set({ updatedAt: now })
    .where(and(eq(sessions.id, sessionId), lt(sessions.updatedAt, now)));
}

/** A profile as the one who asks. Only role 3 carries capabilities. */
type Profile = Pick<
  typeof people.$inferSelect,
  "id" | "name" | "email" | "emailVerified" | "role" | "capabilities" | "timeZone"
>;
const personOf = (row: Profile, session: { id: string; freshAt: Date | null }): Person => ({
  kind: "person",
  id: row.id,
  name: row.name,
  email: row.email,
  emailVerified: row.emailVerified,
  role: toRole(row.role),
  waitingRole: null,
  capabilities: row.role === 3 ? row.capabilities : [],
  timeZone: row.timeZone,
  sessionId: session.id,
  freshAt: session.freshAt,
});
