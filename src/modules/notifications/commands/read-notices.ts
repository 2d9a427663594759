import { and, eq, isNull, lte } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { notices } from "../tables.ts";
import { tellNotices } from "../topics.ts";

const input = z.strictObject({
  /** Up to the newest one that was shown; later ones stay unread. */
  to: z.coerce.date("Say up to when."),
});

/** Marks the own notices up to an instant as read, in every tab. */
export const readNotices = command<z.infer<typeof input>, { read: number }>("notifications.read", {
  input,
  run: async (work, { to }) => {
    const { viewer, tx, now } = work;
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your notices.");
    const read = await tx
      .update(notices)
      .set({ readAt: now })
      .where(and(eq(notices.personId, viewer.id), isNull(notices.readAt), lte(notices.at, to)))
      .returning({ id: notices.id });
    if (read.length > 0) tellNotices(work, viewer.id);
    return done({ read: read.length });
  },
});
