import { and, count, desc, eq, gte, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { countUnreadAnswers } from "#src/modules/chat/index.server.ts";
import { askedCursor, cutPage, walk } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import { searchableText, searched } from "#src/platform/database/search.ts";
import { query } from "#src/platform/query.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import { isZone, localOf } from "#src/shared/zone.ts";
import type { AdminKind } from "../domain/kinds.ts";
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
  /** A time zone: the paid orders of one of its days are one row, the newest. Not while something is searched for. */
  gatherIn: z.string().refine(isZone).optional(),
});

type Notice = typeof notices.$inferSelect;
const paid: AdminKind = "admin.order-paid";
const isPaid = eq(notices.kind, paid);
/** The longest day, where clocks are put back. */
const longestDayMs = 25 * hourMs;
/** So many gathered notices are shown, and marked at once. */
const mostGathered = 100;

/** False for a paid order of whose day a newer one stands in the list. */
const isNewestOfDay = (zone: string, unreadAlone: boolean): SQL => sql`not (${isPaid} and exists (
  select 1 from ${notices} newer
  where newer.person_id = "notifications"."notices"."person_id" and newer.kind = ${paid}
    and (newer.at, newer.id) > ("notifications"."notices"."at", "notifications"."notices"."id")
    and newer.at < "notifications"."notices"."at" + interval '25 hours'
    and (newer.at at time zone ${zone})::date = ("notifications"."notices"."at" at time zone ${zone})::date
    and (newer.read_at is null or not ${unreadAlone})))`;

/** The paid orders of the days of these, each newest one's by its id. */
async function gatheredWith(db: Database, rows: readonly Notice[], inList: SQL | undefined, zone: string) {
  const newest = rows.filter(({ kind }) => kind === paid);
  const [last, first] = [newest[0], newest.at(-1)];
  if (!first || !last) return new Map<string, Notice[]>();
  const from = new Date(first.at.getTime() - longestDayMs);
  const all = await db
    .select()
    .from(notices)
    .where(and(inList, isPaid, gte(notices.at, from), lte(notices.at, last.at)))
    .orderBy(desc(notices.at), desc(notices.id))
    .limit(mostGathered * 3);
  const byDay = Map.groupBy(all, ({ at }) => localOf(at, zone).date);
  return new Map(newest.map(({ id, at }) => [id, (byDay.get(localOf(at, zone).date) ?? []).slice(0, mostGathered)]));
}

const shownNotice = ({ id, kind, title, text, path, at, readAt }: Notice) => ({
  ...{ id, kind, title, text, path, at },
  read: readAt !== null,
});

/** The viewer's notices, newest first, 20 at a time, and how many are unread, in all and in each tab. */
export const myNotices = query("notifications.mine", {
  input,
  run: async ({ db, viewer }, { tab = "all", search, gatherIn, ...asked }) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your notices.");
    const mine = ownNotices(viewer);
    const { direction, after, order } = walk(asked, notices);
    const kinds = kindsIn(tab);
    const inTab = and(
      mine,
      kinds === null ? undefined : inArray(notices.kind, [...kinds]),
      tab === "unread" ? isNull(notices.readAt) : undefined,
    );
    const zone = search === "" ? gatherIn : undefined;
    const listed = and(
      inTab,
      searched(searchableText(notices.title, notices.text), search),
      zone === undefined ? undefined : isNewestOfDay(zone, tab === "unread"),
    );
    const [answers, rows, unread] = await Promise.all([
      isNotifiedOfAnswers(viewer) ? countUnreadAnswers(db, viewer.id) : 0,
      db
        .select()
        .from(notices)
        .where(and(listed, after))
        .orderBy(...order)
        .limit(perPage + 1),
      db
        .select({ kind: notices.kind, many: count() })
        .from(notices)
        .where(and(mine, isNull(notices.readAt)))
        .groupBy(notices.kind),
    ]);
    const page = cutPage(rows, perPage, direction, ({ at, id }) => ({ at, id }));
    const gathered = zone === undefined ? null : await gatheredWith(db, page.rows, inTab, zone);
    const shown = page.rows.map((row) => {
      const all = gathered?.get(row.id) ?? [];
      /** `gathered`: the paid orders of the same day, this one first; empty where it stands alone. */
      return { ...shownNotice(row), gathered: all.length > 1 ? all.map(shownNotice) : [] };
    });
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
