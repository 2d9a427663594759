import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { type Answer, query } from "#src/platform/query.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { deviceLabel } from "../../domain/device.ts";
import { isAlive } from "../../domain/lifetimes.ts";
import { sessions } from "../../tables.ts";

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
