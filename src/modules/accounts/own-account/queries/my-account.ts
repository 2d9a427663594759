import { asc, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { toRole } from "#src/shared/viewer.ts";
import { deviceLabel, isAlive } from "../../domain/lifetimes.ts";
import { type Factors, factorsOf } from "../../factors/queries/factors-of.ts";
import type { Theme } from "../../sessions/cookies.ts";
import { mustShowFactor } from "../../sessions/viewer.ts";
import { people, sessions, signIns, totps } from "../../tables.ts";
import { pendingChange } from "../email-changes.ts";
import { passwordHashOf } from "../people-store.ts";

/** A user profile in the spelling that programs read. `passwordHash` is a fixed word, never a hash. */
type UserProfile = {
  userid: string;
  name: string;
  email: string;
  role: number;
  dateCreated: string;
  passwordHash: string;
  appleIdToken?: string;
};

type Row = typeof people.$inferSelect;

/** Columns -> that spelling. `appleIdToken` stays out unless asked for: exports need it, screens do not. */
export const toUserProfile = (row: Row, { withTokens = false } = {}): UserProfile => ({
  userid: row.id,
  name: row.name,
  email: row.email,
  role: toRole(row.role),
  dateCreated: row.createdAt.toISOString(),
  passwordHash: row.passwordHash,
  ...(withTokens && row.appleIdToken ? { appleIdToken: row.appleIdToken } : {}),
});

/** The own profile in the spelling of `UserProfile`, and the time zone. */
export const myProfile = query<Record<string, never>, { profile: UserProfile; timeZone: string | null }>(
  "accounts.my-profile",
  {
    input: z.object({}),
    run: async ({ db, viewer }) => {
      if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your account.");
      const [row] = await db.select().from(people).where(eq(people.id, viewer.id));
      return row ? done({ profile: toUserProfile(row), timeZone: row.timeZone }) : notFound();
    },
  },
);

type MySettings = {
  theme: Theme;
  noticesOff: readonly string[];
  /** A waiting change of address, and which addresses confirmed it. */
  emailChange: { newEmail: string; until: Date; oldConfirmed: boolean; newConfirmed: boolean } | null;
};

/** What a person chose for the own account, beside the profile. */
export const mySettings = query<Record<string, never>, MySettings>("accounts.my-settings", {
  input: z.object({}),
  run: async ({ db, viewer, now }) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your account.");
    const [row] = await db.select().from(people).where(eq(people.id, viewer.id));
    if (!row) return notFound();
    const change = await pendingChange(db, viewer.id, now);
    return done({
      theme: row.theme ?? "system",
      noticesOff: row.noticesOff,
      emailChange: change && {
        newEmail: change.newEmail,
        until: change.expiresAt,
        oldConfirmed: change.oldConfirmedAt !== null,
        newConfirmed: change.newConfirmedAt !== null,
      },
    });
  },
});

type LinkedProvider = { providerId: string; email: string | null; since: Date };
type MySignIns = {
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
