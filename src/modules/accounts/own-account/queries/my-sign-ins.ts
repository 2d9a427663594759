import { asc, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { type Answer, query } from "#src/platform/query.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { deviceLabel, isAlive } from "../../domain/lifetimes.ts";
import { type Factors, factorsOf } from "../../factors/queries/factors-of.ts";
import { mustShowFactor } from "../../sessions/viewer.ts";
import { sessions, signIns, totps } from "../../tables.ts";
import { passwordHashOf } from "../people-store.ts";

type LinkedProvider = { providerId: string; email: string | null; since: Date };
export type MySignIns = {
  /** When the password was last changed; null without one. */
  password: { since: Date } | null;
  providers: LinkedProvider[];
  factors: Factors;
};

/** The ways a person signs in. */
export const mySignIns = query<Record<string, never>, MySignIns>("accounts.my-sign-ins", {
  private: true,
  input: z.object({}),
  run: async ({ db, viewer }) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your account.");
    const rows = await db.select().from(signIns).where(eq(signIns.userId, viewer.id)).orderBy(asc(signIns.createdAt));
    const password = rows.find((row) => row.providerId === "credential" && row.password !== null);
    return done({
      password: password ? { since: password.updatedAt } : null,
      providers: rows
        .filter(({ providerId }) => providerId !== "credential")
        .map(({ providerId, email, createdAt }) => ({ providerId, email, since: createdAt })),
      factors: await factorsOf(db, viewer.id),
    });
  },
});

export type SessionLine = Answer<typeof mySessions>[number];

/** The own sessions that live: this one first, then the last used. */
export const mySessions = query("accounts.my-sessions", {
  private: true,
  input: z.object({}),
  run: async ({ db, viewer, now }) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your sessions.");
    const rows = await db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, viewer.id))
      .orderBy(desc(sessions.updatedAt), desc(sessions.id));
    const role = viewer.waitingRole ?? viewer.role;
    const lines = rows
      .filter(({ createdAt, updatedAt }) => isAlive({ createdAt, seenAt: updatedAt }, role, now))
      .map((row) => ({
        id: row.id,
        /** The one of this request. */
        here: row.id === viewer.sessionId,
        /** "Firefox on Windows" */
        device: deviceLabel(row.userAgent),
        /** The network address it was opened from; IPv6 as its /64. */
        address: row.ipAddress || null,
        method: row.method,
        /** Ends when the browser closes. */
        short: row.short,
        since: row.createdAt,
        /** To five minutes. */
        seen: row.updatedAt,
      }));
    return done([...lines.filter(({ here }) => here), ...lines.filter(({ here }) => !here)]);
  },
});

/** The viewer's second factors. */
export const myFactors = query("accounts.my-factors", {
  private: true,
  input: z.object({}),
  run: async ({ db, ctx, viewer }) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your second factors.");
    const factors = await factorsOf(db, viewer.id);
    const [app] = await db.select({ since: totps.confirmedAt }).from(totps).where(eq(totps.personId, viewer.id));
    const needed = mustShowFactor(ctx.runtime, viewer.waitingRole ?? viewer.role);
    const hasPassword = (await passwordHashOf(db, viewer.id)) !== null;
    const [own] = await db.select({ at: sessions.factorAt }).from(sessions).where(eq(sessions.id, viewer.sessionId));
    // `needed`: this person's role cannot be without one here; `shown`: this session has seen one of them.
    return done({ ...factors, appSince: app?.since ?? null, needed, hasPassword, shown: Boolean(own?.at) });
  },
});
