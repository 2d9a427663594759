import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { type Factors, factorsOf } from "../../factors/queries/factors-of.ts";
import { signIns } from "../../tables.ts";

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
