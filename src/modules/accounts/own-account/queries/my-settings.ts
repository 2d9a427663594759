import { eq } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { people } from "../../tables.ts";
import { pendingChange } from "../email-changes.ts";
import type { Theme } from "../theme.ts";

export type MySettings = {
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
