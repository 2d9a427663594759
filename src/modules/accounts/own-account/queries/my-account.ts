import { eq } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { toRole } from "#src/shared/viewer.ts";
import type { Theme } from "../../sessions/cookies.ts";
import { people } from "../../tables.ts";
import { pendingChange } from "../email-changes.ts";

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
  emailChange: { newEmail: string; until: Date; oldSaidYes: boolean; newSaidYes: boolean } | null;
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
        oldSaidYes: change.oldConfirmedAt !== null,
        newSaidYes: change.newConfirmedAt !== null,
      },
    });
  },
});
