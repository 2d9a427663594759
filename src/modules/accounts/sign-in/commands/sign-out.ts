import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { endIn } from "../../impersonation/impersonate.ts";
import { impersonations } from "../../impersonation/impersonation-tables.ts";
import { authPort } from "../../ports.ts";
import { sessions } from "../../tables.ts";

/** Ends the session of this request; does nothing for a guest. Returns the cookies that clear the browser. */
export const signOut = command<Record<string, never>, { cookies: string[] }>("accounts.sign-out", {
  input: z.object({}),
  whileImpersonating: true,
  run: async (work) => {
    const { cookies } = work.ctx.runtime.port(authPort);
    if (work.viewer.kind === "person") {
      await endIn(work, eq(impersonations.sessionId, work.viewer.sessionId));
      await work.tx.delete(sessions).where(eq(sessions.id, work.viewer.sessionId));
      work.audit({ action: "account.signed-out", subject: actorId(work.viewer) });
    }
    return done({ cookies: [cookies.endSession()] });
  },
});
