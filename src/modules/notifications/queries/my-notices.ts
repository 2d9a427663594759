import { and, count, inArray, isNull } from "drizzle-orm";
import { z } from "zod";
import { countUnreadAnswers } from "#src/modules/chat/index.server.ts";
import { askedCursor, cutPage, walk } from "#src/platform/database/cursor.ts";
import { searchableText, searched } from "#src/platform/database/search.ts";
import { query } from "#src/platform/query.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { isNotifiedOfAnswers } from "../domain/policy.ts";
import { kindsIn, noticeTabs, tabOf } from "../domain/tabs.ts";
import { notices } from "../tables.ts";
import { ownNotices } from "./own-notices.ts";

const perPage = 20;
const input = z.strictObject({
  older: askedCursor.optional(),
  newer: askedCursor.optional(),
  tab: z.enum(noticeTabs).optional(),
  search: z.string().max(200).default(""),
});

/** The viewer's notices, newest first, 20 at a time, and how many are unread, in all and in each tab. */
export const myNotices = query("notifications.mine", {
  input,
  run: async ({ db, viewer }, { tab = "all", search, ...asked }) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your notices.");
    const mine = ownNotices(viewer);
    const { direction, after, order } = walk(asked, notices);
    const kinds = kindsIn(tab);
    const inTab = and(
      kinds === null ? undefined : inArray(notices.kind, [...kinds]),
      tab === "unread" ? isNull(notices.readAt) : undefined,
      searched(searchableText(notices.title, notices.text), search),
    );
    const [answers, rows, unread] = await Promise.all([
      isNotifiedOfAnswers(viewer) ? countUnreadAnswers(db, viewer.id) : 0,
      db
        .select()
        .from(notices)
        .where(and(mine, inTab, after))
        .orderBy(...order)
        .limit(perPage + 1),
      db
        .select({ kind: notices.kind, many: count() })
        .from(notices)
        .where(and(mine, isNull(notices.readAt)))
        .groupBy(notices.kind),
    ]);
    const page = cutPage(rows, perPage, direction, ({ at, id }) => ({ at, id }));
    const shown = page.rows.map(({ id, kind, title, text, path, at, readAt }) => ({
      ...{ id, kind, title, text, path, at },
      read: readAt !== null,
    }));
    const counts = Object.fromEntries(
      noticeTabs.map((one) => {
        const own = unread.filter(({ kind }) => one === "unread" || tabOf(kind) === one);
        return [one, own.reduce((all, { many }) => all + many, 0)];
      }),
    );
    // `answers`: messages of Support in the viewer's own chat that they have not read.
    return done({
      ...{ unread: counts.unread ?? 0, counts, answers },
      ...{ notices: shown, older: page.older, newer: page.newer },
    });
  },
});
