import { eq } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { people } from "../../tables.ts";
import { toUserProfile, type UserProfile } from "../profile.ts";

/** The own profile in the spelling of `profile.ts`, and the time zone. */
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
