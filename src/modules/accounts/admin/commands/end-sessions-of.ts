import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { sessions } from "../../tables.ts";
import { lockPersonForAdmin, reasonField } from "../admin-side.ts";

const input = z.strictObject({
  personId: z.uuid(),
  reason: reasonField,
  /** One session; without it all end. */
  sessionId: z.uuid().optional(),
});

/**
 * An admin signs somebody out, on one device or everywhere; it holds at once on every process. Returns how many
 * sessions ended. Refusals: those of `lockPersonForAdmin`, conflict when there is none.
 */
export const endSessionsOf = command<z.infer<typeof input>, number>("accounts.end-sessions-of", {
  input,
  run: async (work, { personId, reason, sessionId }) => {
    const found = await lockPersonForAdmin(work, personId);
    if (!found.ok) return found;
    const ended = await work.tx
      .delete(sessions)
      .where(and(eq(sessions.userId, personId), sessionId ? eq(sessions.id, sessionId) : undefined))
      .returning({ id: sessions.id });
    if (ended.length === 0) return refuse("conflict", "It has ended already. Nothing was changed.");
    work.audit({ action: "account.sessions-ended", subject: personId, detail: { count: ended.length, reason } });
    return done(ended.length);
  },
});
