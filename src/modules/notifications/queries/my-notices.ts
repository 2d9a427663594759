import { and, count, isNull } from "drizzle-orm";
import { z } from "zod";
import { countUnreadAnswers } from "#src/modules/chat/index.server.ts";
import { askedCursor, cutPage, walk } from "#src/platform/database/cursor.ts";
import { query } from "#src/platform/query.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { isNotifiedOfAnswers } from "../domain/policy.ts";
import { notices } from "../tables.ts";
import { ownNotices } from "./own-notices.ts";

const perPage = 20;
const input = z.strictObject({ older: askedCursor.optional() });

/** The viewer's notices, newest first, 20 at a time, and how many are unread. */
export const myNotices = query("notifications.mine", {
  input,
  run: async ({ db, viewer }, asked) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your notices.");
    const mine = ownNotices(viewer);
    const { direction, after, order } = walk(asked, notices);
    const [answers, rows, [unread]] = await Promise.all([
      isNotifiedOfAnswers(viewer) ? countUnreadAnswers(db, viewer.id) : 0,
      db
        .select()
        .from(notices)
        .where(and(mine, after))
        .orderBy(...order)
        .limit(perPage + 1),
      db
        .select({ many: count() })
        .from(notices)
        .where(and(mine, isNull(notices.readAt))),
    ]);
    const page = cutPage(rows, perPage, direction, ({ at, id }) => ({ at, id }));
    const shown = page.rows.map(({ id, kind, title, text, path, at, readAt }) => ({
      id,
      kind,
      title,
      text,
      path,
      at,
      read: readAt !== null,
    }));
    // `answers`: messages of Support in the viewer's own chat that they have not read.
    return done({ unread: unread?.many ?? 0, answers, notices: shown, older: page.older });
  },
});
