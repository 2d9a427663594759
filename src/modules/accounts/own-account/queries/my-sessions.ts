import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { deviceLabel } from "../../domain/device.ts";
import { isAlive } from "../../domain/lifetimes.ts";
import { type SignInMethod, sessions } from "../../tables.ts";

export type SessionLine = {
  id: string;
  /** The one of this request. */
  here: boolean;
  /** "Firefox on Windows" */
  device: string;
  /** The network address it was opened from; IPv6 as its /64. */
  address: string | null;
  method: SignInMethod;
  /** Ends when the browser closes. */
  short: boolean;
  since: Date;
  /** To five minutes. */
  seen: Date;
};

/** The own sessions that live: this one first, then the last used. */
export const mySessions = query<Record<string, never>, SessionLine[]>("accounts.my-sessions", {
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
        here: row.id === viewer.sessionId,
        device: deviceLabel(row.userAgent),
        address: row.ipAddress || null,
        method: row.method,
        short: row.short,
        since: row.createdAt,
        seen: row.updatedAt,
      }));
    return done([...lines.filter(({ here }) => here), ...lines.filter(({ here }) => !here)]);
  },
});
