import { and, desc, eq, ne, notInArray } from "drizzle-orm";
import type { Work } from "#src/platform/work.ts";
import { hashToken } from "./auth-store.ts";
import { mostSessions } from "./domain/lifetimes.ts";
import { authPort } from "./ports.ts";
import { sessions, type Way } from "./tables.ts";

/** What a sign-in sends back: cookies for the browser, and where people of this role start. */
export type SignedIn = { personId: string; cookies: string[]; home: "/admin" | "/dashboard" };

type How = {
  way: Way;
  /** A second factor or a passkey was shown. */
  factor?: boolean;
  /** "This device only": until the browser closes. */
  short?: boolean;
};

/** Opens a new session on this transaction, ends the one the request came with, and keeps at most 20 a person. */
export async function openSession(
  work: Work,
  person: { id: string; email: string; role: number },
  { way, factor = false, short = false }: How,
): Promise<SignedIn> {
  const auth = work.ctx.house.port(authPort);
  if (work.viewer.kind === "person") await work.tx.delete(sessions).where(eq(sessions.id, work.viewer.sessionId));
  const session = await auth.inside(work.tx, (rows) => rows.createSession(person.id));
  await work.tx
    .update(sessions)
    .set({
      way,
      short,
      freshAt: work.now,
      factorAt: factor ? work.now : null,
      ipAddress: work.ctx.request.address,
      userAgent: work.ctx.request.agent ?? null,
    })
    .where(eq(sessions.token, hashToken(session.token)));
  const newest = work.tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, person.id))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(mostSessions);
  await work.tx.delete(sessions).where(and(eq(sessions.userId, person.id), notInArray(sessions.id, newest)));
  return {
    personId: person.id,
    cookies: [auth.cookies.session(session.token), auth.cookies.device(auth.deviceMark(person.email))],
    home: person.role === 3 ? "/admin" : "/dashboard",
  };
}

/** Ends a person's sessions at once, on every process; `but` keeps one. */
export async function endSessions(work: Work, personId: string, but?: string): Promise<void> {
  await work.tx.delete(sessions).where(and(eq(sessions.userId, personId), but ? ne(sessions.id, but) : undefined));
}
