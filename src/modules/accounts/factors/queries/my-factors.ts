import { eq } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { passwordHashOf } from "../../own-account/people-store.ts";
import { mustShowFactor } from "../../sessions/viewer.ts";
import { sessions, totps } from "../../tables.ts";
import { factorsOf } from "./factors-of.ts";

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
