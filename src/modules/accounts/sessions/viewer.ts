import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { redirect } from "react-router";
import type { Database } from "#src/platform/database/database.ts";
import { isDatabaseFull } from "#src/platform/database/errors.ts";
import { hashOf } from "#src/platform/ids.ts";
import { signInFirst } from "#src/platform/respond.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import {
  type Admin,
  type AdminWith,
  type Capability,
  guest,
  isAdmin,
  isFresh,
  type Person,
  type Role,
  toRole,
  type Viewer,
} from "#src/shared/viewer.ts";
import { isAlive, seenEvery } from "../domain/lifetimes.ts";
import { isAdminFor } from "../domain/policy.ts";
import { impersonatedViewer } from "../impersonation/impersonate.ts";
import { impersonations } from "../impersonation/impersonation-tables.ts";
import { authPort } from "../ports.ts";
import { sealedFor } from "../protection/read-seal.ts";
import { passkeys, people, sessions, totps } from "../tables.ts";

/**
 * Who sends this request: a person with an active session, else a guest. One query, for admins one more about sealed data;
 * none without a session cookie.
 * Lifetimes follow the person's role of today; blocked people are guests. Outside demo mode a writer or admin who
 * showed no second factor in this session, or has none any more, is a client who waits for the role. An admin who sees the
 * pages as somebody else is that person, read only.
 * `address`: where the request came from, kept with the session's last use.
 */
export async function resolveViewer(runtime: Runtime, headers: Headers, address = ""): Promise<Viewer> {
  const token = runtime.port(authPort).cookies.readSession(headers);
  if (!token) return guest;
  const [row] = await sessionQuery(runtime.db).execute({ token: hashToken(token) });
  const now = runtime.clock();
  if (!row || row.person.blockedAt) return guest;
  const { session, person } = row;
  if (!isAlive({ createdAt: session.createdAt, seenAt: session.updatedAt }, toRole(person.role), now)) return guest;
  if (now.getTime() - session.updatedAt.getTime() >= seenEvery) await markSeen(runtime, session.id, now, address);
  const role = toRole(person.role);
  const waits = mustShowFactor(runtime, role) && !(session.factorAt && session.hasFactor);
  const viewer = personOf(person, session, waits);
  if (!isAdmin(viewer)) return viewer;
  const admin = { ...viewer, sealed: await sealedFor(runtime.db, viewer.id, now) };
  return (row.impersonation && (await impersonatedViewer(runtime, admin, row.impersonation))) ?? admin;
}

/** Whether people of this role need a second factor here. */
export const mustShowFactor = (runtime: Pick<Runtime, "mode">, role: Role): boolean =>
  runtime.mode !== "demo" && role !== 1;

// Asked of writers and admins only; both look-ups walk an index.
const hasFactor = sql<boolean>`${people.role} in (2, 3) and (
  exists(select 1 from ${totps} where ${totps.personId} = ${people.id} and ${totps.confirmedAt} is not null)
  or exists(select 1 from ${passkeys} where ${passkeys.personId} = ${people.id}))`;

const buildQuery = (db: Database) =>
  db
    .select({
      session: {
        id: sessions.id,
        createdAt: sessions.createdAt,
        updatedAt: sessions.updatedAt,
        freshAt: sessions.freshAt,
        factorAt: sessions.factorAt,
        hasFactor,
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
      impersonation: {
        id: impersonations.id,
        personId: impersonations.personId,
        endsAt: impersonations.endsAt,
      },
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.userId))
    .leftJoin(impersonations, and(eq(impersonations.sessionId, sessions.id), isNull(impersonations.endedAt)))
    .where(eq(sessions.token, sql.placeholder("token")))
    .prepare("accounts_session");

const built = new WeakMap<Database, ReturnType<typeof buildQuery>>();

/** Asked in every request of a signed-in person, so its text is made once for each database. */
const sessionQuery = (db: Database) => {
  const known = built.get(db) ?? buildQuery(db);
  built.set(db, known);
  return known;
};

async function markSeen(runtime: Runtime, sessionId: string, now: Date, address: string): Promise<void> {
  try {
    await runtime.db
      .update(sessions)
      .set({ updatedAt: now, ...(address && { ipAddress: address }) })
      .where(and(eq(sessions.id, sessionId), lt(sessions.updatedAt, now)));
  } catch (err) {
    // A full disk keeps nobody from reading.
    if (!isDatabaseFull(err)) throw err;
    runtime.log.warn({ err }, "a session could not be marked as seen");
  }
}

/** A profile as the viewer. Only role 3 carries capabilities. */
type Profile = Pick<
  typeof people.$inferSelect,
  "id" | "name" | "email" | "emailVerified" | "role" | "capabilities" | "timeZone"
>;
const personOf = (row: Profile, session: { id: string; freshAt: Date | null }, waits: boolean): Person => ({
  kind: "person",
  id: row.id,
  name: row.name,
  email: row.email,
  emailVerified: row.emailVerified,
  role: waits ? 1 : toRole(row.role),
  waitingRole: waits ? toRole(row.role) : null,
  capabilities: row.role === 3 && !waits ? row.capabilities : [],
  timeZone: row.timeZone,
  sessionId: session.id,
  freshAt: session.freshAt,
});

/** What the database knows of a session's token. */
export const hashToken = (token: string): string => `sha256:${hashOf(token)}`;

/** For loaders and actions of signed-in pages: the person, or the way to the sign-in page and back. */
export function requirePerson(ctx: Ctx, request: Request): Person {
  if (ctx.viewer.kind === "person") return ctx.viewer;
  throw redirect(signInFirst(request));
}

const returnTo = (request: Request): string => new URL(signInFirst(request), "http://own.invalid").search;

/**
 * For loaders of pages whose forms need a fresh sign-in: the person, or the way to confirm and back, so
 * that nobody types into a form that will be refused.
 */
export function requireFresh(ctx: Ctx, request: Request): Person {
  const person = requirePerson(ctx, request);
  if (isFresh(person, ctx.runtime.clock())) return person;
  throw redirect(`/confirm-identity${returnTo(request)}`);
}

/** Writers and admins outside demo mode add or show a second factor before their role counts. */
export function requireFactor(person: Person, request: Request): Person {
  if (person.waitingRole === null) return person;
  throw redirect(`/accountSettings/second-factor${returnTo(request)}`);
}

/**
 * For loaders and actions under /admin: a guest signs in first, everybody else who is no admin goes to `/`.
 * An admin without the `capability` goes to `/admin`, one without a second factor to add it.
 */
export function requireAdmin(ctx: Ctx, request: Request): Admin;
export function requireAdmin<C extends Capability>(ctx: Ctx, request: Request, capability: C): AdminWith<C>;
export function requireAdmin(ctx: Ctx, request: Request, capability?: Capability): Admin {
  const person = requirePerson(ctx, request);
  if (person.waitingRole === 3) requireFactor(person, request);
  if (!isAdmin(person)) throw redirect("/");
  if (capability && !isAdminFor(person, capability)) throw redirect("/admin");
  return person;
}

/** For pages of guests: a signed-in person goes to where the page would have led, else to /dashboard. */
export function guestOnly(ctx: Ctx, next = ""): void {
  if (ctx.viewer.kind === "person") throw redirect(next || "/dashboard");
}
