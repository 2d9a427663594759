import { and, eq, ne } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, refuse, stepUp } from "#src/shared/outcome.ts";
import { isFresh } from "#src/shared/viewer.ts";
import { endSessions } from "../../sessions/sessions.ts";
import { sessions } from "../../tables.ts";

/**
 * Ends one of the own sessions, on every process at once; needs a fresh session (ASVS 7.5.2). One that is over, or
 * another person's, is nothing to end: `ended` is 0. The session of this request ends by signing out.
 */
export const endSession = command<{ id: string }, { ended: number }>("accounts.end-session", {
  input: z.object({ id: z.uuid("This session is not in the list.") }),
  run: async (work, { id }) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to see your sessions.");
    if (!isFresh(work.viewer, work.now)) return stepUp();
    if (id === work.viewer.sessionId) return refuse("conflict", "This is the browser you use now. Sign out to end it.");
    const ended = await work.tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, work.viewer.id)))
      .returning({ id: sessions.id });
    if (ended.length > 0) work.audit({ action: "account.session-ended", subject: work.viewer.id });
    return done({ ended: ended.length });
  },
});

/** Ends all own sessions but the one of this request. */
export const endOtherSessions = command<Record<string, never>, { ended: number }>("accounts.end-other-sessions", {
  input: z.object({}),
  run: async (work) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to see your sessions.");
    if (!isFresh(work.viewer, work.now)) return stepUp();
    const { id, sessionId } = work.viewer;
    const others = await work.tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.userId, id), ne(sessions.id, sessionId)))
      .for("update");
    await endSessions(work, id, sessionId);
    work.audit({ action: "account.other-sessions-ended", subject: id, detail: { sessions: others.length } });
    return done({ ended: others.length });
  },
});
