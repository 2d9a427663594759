import { and, eq, isNull, lte } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { noticesIdOf } from "../domain/policy.ts";
import { publishNotices } from "../live/topics.ts";
import { ownNotices } from "../queries/own-notices.ts";
import { notices } from "../tables.ts";

const input = z.union([
  /** Up to the newest one that was shown; later ones stay unread. */
  z.strictObject({ to: z.coerce.date("Say up to which notice.") }),
  /** Those that lead to a page that is open. */
  z.strictObject({ path: z.string().max(300) }),
]);

/** Marks the own notices up to an instant, or those of a page, as read, in every tab. */
export const readNotices = command<z.infer<typeof input>, { read: number }>("notifications.read", {
  input,
  run: async (work, asked) => {
    const { viewer, tx, now } = work;
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your notices.");
    const me = noticesIdOf(viewer);
    if (me === null) return done({ read: 0 });
    const which = "to" in asked ? lte(notices.at, asked.to) : eq(notices.path, asked.path);
    const read = await tx
      .update(notices)
      .set({ readAt: now })
      .where(and(ownNotices(viewer), isNull(notices.readAt), which))
      .returning({ id: notices.id });
    if (read.length > 0) publishNotices(work, me);
    return done({ read: read.length });
  },
});
