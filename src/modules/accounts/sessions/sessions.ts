import { and, desc, eq, inArray, ne, notInArray } from "drizzle-orm";
import { newId, secretToken } from "#src/platform/ids.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { minuteMs } from "#src/shared/units.ts";
import { type Role, toRole } from "#src/shared/viewer.ts";
import { zonedMoment } from "#src/shared/zone.ts";
import { deviceLabel, isAlive, longestSession, mostSessions } from "../domain/lifetimes.ts";
import { factorsOf } from "../factors/queries/factors-of.ts";
import { newDeviceMail, sessionsFullMail } from "../mails/sessions.ts";
import { authPort } from "../ports.ts";
import { dropTokens, issueToken, stepToken } from "../sign-in/verification-tokens.ts";
import { people, type SignInMethod, sessions } from "../tables.ts";
import { themeCookie } from "./cookies.ts";
import { hashToken, mustShowFactor } from "./viewer.ts";

/**
 * What a sign-in sends back: cookies for the browser, and where people of this role start. `next` is set when
 * something comes before: the second step (there is no session yet), or adding the factor that the role needs.
 */
export type SignedIn = {
  personId: string;
  cookies: string[];
  home: "/admin" | "/dashboard";
  next?: "second-step" | "second-factor";
};

type How = {
  method: SignInMethod;
  /** A second factor was shown; a passkey is both at once. */
  factor?: boolean;
  /** "This device only": until the browser closes. */
  short?: boolean;
};
type SignInAccount = { id: string; email: string; role: number; theme?: "light" | "dark" | null };

/**
 * The one function that ends every sign-in. Who has a second factor gets a cookie for the second step, and no session; everybody
 * else a new session, and in a browser without a theme of its own the theme of the profile. The session that the request
 * came with ends; at most 20 a person stay.
 */
export async function openSession(work: Work, person: SignInAccount, how: How): Promise<SignedIn> {
  const factor = how.factor ?? how.method === "passkey";
  if (how.method !== "passkey" && !factor && (await factorsOf(work.tx, person.id)).any)
    return askSecondStep(work, person, { method: how.method, short: how.short ?? false });
  const auth = work.ctx.runtime.port(authPort);
  const short = how.short ?? false;
  if (work.viewer.kind === "person") await work.tx.delete(sessions).where(eq(sessions.id, work.viewer.sessionId));
  const token = secretToken();
  await work.tx.insert(sessions).values({
    id: newId(),
    token: hashToken(token),
    userId: person.id,
    createdAt: work.now,
    updatedAt: work.now,
    expiresAt: new Date(work.now.getTime() + longestSession),
    method: how.method,
    short,
    freshAt: work.now,
    factorAt: factor ? work.now : null,
    ipAddress: work.ctx.request.address,
    userAgent: work.ctx.request.agent ?? null,
  });
  await keepNewest(work, person);
  await mailNewDevice(work, person, how.method);
  work.audit({ action: "account.signed-in", subject: person.id, detail: { way: how.method, factor } });
  const waits = mustShowFactor(work.ctx.runtime, toRole(person.role)) && !factor;
  return {
    personId: person.id,
    cookies: [
      auth.cookies.session(token, short),
      auth.cookies.device(auth.deviceCookie(person.email)),
      ...themeOf(work, person),
    ],
    home: homeOf(toRole(person.role)),
    ...(waits && { next: "second-factor" }),
  };
}

const themeOf = ({ ctx }: Work, { theme }: SignInAccount): string[] =>
  theme && !ctx.request.theme ? [themeCookie(theme, ctx.runtime.config)] : [];

const homeOf = (role: Role): SignedIn["home"] => (role === 3 ? "/admin" : "/dashboard");

/** The first step was right: ten minutes for the second, in this browser. */
async function askSecondStep(
  work: Work,
  person: SignInAccount,
  how: { method: Exclude<SignInMethod, "passkey">; short: boolean },
): Promise<SignedIn> {
  const token = await issueToken(work.tx, stepToken, person.id, { personId: person.id, ...how }, work.now);
  work.audit({ action: "account.second-step-asked", subject: person.id, detail: { way: how.method } });
  return {
    personId: person.id,
    cookies: [work.ctx.runtime.port(authPort).cookies.step(token)],
    home: homeOf(toRole(person.role)),
    next: "second-step",
  };
}

async function keepNewest(work: Work, person: SignInAccount): Promise<void> {
  const newest = work.tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, person.id))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(mostSessions);
  const gone = await work.tx
    .delete(sessions)
    .where(and(eq(sessions.userId, person.id), notInArray(sessions.id, newest)))
    .returning({ agent: sessions.userAgent });
  const [oldest] = gone;
  if (!oldest) return;
  const day = work.now.toISOString().slice(0, 10);
  const mail = sessionsFullMail(person.email, deviceLabel(oldest.agent));
  await queueMail(work.tx, { ...mail, onceKey: `sessions-full:${person.id}:${day}` }, work.now);
}

/** A mail to the owner, unless this browser signed in before, the account was made just now, or it is made up. */
async function mailNewDevice(work: Work, person: SignInAccount, method: SignInMethod): Promise<void> {
  const { device = null, agent = null } = work.ctx.request;
  if (work.ctx.runtime.port(authPort).isDeviceOf(device, person.email)) return;
  const [row] = await work.tx
    .select({ demo: people.demo, createdAt: people.createdAt, zone: people.timeZone })
    .from(people)
    .where(eq(people.id, person.id));
  if (!row || row.demo || work.now.getTime() - row.createdAt.getTime() < minuteMs) return;
  const time = zonedMoment(work.now, row.zone ?? "UTC");
  await queueMail(work.tx, newDeviceMail(person.email, { device: deviceLabel(agent), method, time }), work.now);
}

/** Ends a person's sessions and unfinished sign-ins at once, on every process; `but` keeps one session. */
export async function endSessions(work: Work, personId: string, but?: string): Promise<void> {
  await work.tx.delete(sessions).where(and(eq(sessions.userId, personId), but ? ne(sessions.id, but) : undefined));
  await dropTokens(work.tx, stepToken, personId);
}

/**
 * The person of this request proved anew to be it: the session is fresh for ten minutes and gets a new token.
 * `factor` says that a second factor or a passkey was shown. Returns the cookies to send.
 */
export async function freshen(work: Work, { factor = false } = {}): Promise<string[]> {
  if (work.viewer.kind !== "person") return [];
  const token = secretToken();
  const [row] = await work.tx
    .update(sessions)
    .set({ token: hashToken(token), freshAt: work.now, ...(factor && { factorAt: work.now }) })
    .where(eq(sessions.id, work.viewer.sessionId))
    .returning({ short: sessions.short });
  return row ? [work.ctx.runtime.port(authPort).cookies.session(token, row.short)] : [];
}

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
