import { and, asc, count, getTableColumns, gte, inArray, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { countUnreadAnswers } from "#src/modules/chat/index.server.ts";
import { askedCursor, cutPage, walk } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import { searchableText, searched } from "#src/platform/database/search.ts";
import { query } from "#src/platform/query.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import { isCalendarDate, isZone, localOf, shiftedDay, startOfDay } from "#src/shared/zone.ts";
import { isNotifiedOfAnswers } from "../domain/policy.ts";
import { kindsIn, noticeTabs, tabOf } from "../domain/tabs.ts";
import { notices } from "../tables.ts";
import { isPaid, ownNotices, paid } from "./own-notices.ts";
import { hideSealed } from "./sealed-notices.ts";

const perPage = 20;
const input = z.strictObject({
  older: askedCursor.optional(),
  newer: askedCursor.optional(),
  tab: z.enum(noticeTabs).optional(),
  search: z.string().max(200).default(""),
  /** A time zone: the paid orders of one of its days are one row, the newest. Not while something is searched for. */
  gatherIn: z.string().refine(isZone).optional(),
  /** A day in `gatherIn`: its paid orders alone, each in a row. */
  paidOn: z.string().refine(isCalendarDate).optional(),
});

type Notice = typeof notices.$inferSelect;
/** The longest day, where clocks are put back. */
const longestDayMs = 25 * hourMs;

/** False for a paid order of whose day a newer one stands in the list. */
const isNewestOfDay = (zone: string, unreadAlone: boolean): SQL => sql`not (${isPaid} and exists (
  select 1 from ${notices} newer
  where newer.person_id = "notifications"."notices"."person_id" and newer.kind = ${paid}
    and (newer.at, newer.id) > ("notifications"."notices"."at", "notifications"."notices"."id")
    and newer.at < "notifications"."notices"."at" + interval '25 hours'
    and (newer.at at time zone ${zone})::date = ("notifications"."notices"."at" at time zone ${zone})::date
    and (newer.read_at is null or not ${unreadAlone})))`;

/** The paid orders of the days of these: the first of each day, with counts of all. */
async function ofDays(db: Database, rows: readonly Notice[], inList: SQL | undefined, zone: string) {
  const newest = rows.filter(({ kind }) => kind === paid);
  const [last, first] = [newest[0], newest.at(-1)];
  if (!first || !last) return [];
  const from = new Date(first.at.getTime() - longestDayMs);
  const ofDay = sql`partition by (${notices.at} at time zone ${zone})::date`;
  const ranked = db
    .select({
      ...getTableColumns(notices),
      place: sql<number>`row_number() over (${ofDay} order by ${notices.at} desc, ${notices.id} desc)`.as("place"),
      all: sql`count(*) over (${ofDay})`.mapWith(Number).as("all_of_day"),
      unread: sql`count(*) filter (where ${notices.readAt} is null) over (${ofDay})`
        .mapWith(Number)
        .as("unread_of_day"),
      since: sql`min(${notices.at}) over (${ofDay})`.mapWith(notices.at).as("since"),
    })
    .from(notices)
    .where(and(inList, isPaid, gte(notices.at, from), lte(notices.at, last.at)))
    .as("ranked");
  return db.select().from(ranked).where(lte(ranked.place, perPage)).orderBy(asc(ranked.place));
}

/** What was found of each day, by the id of the day's newest notice. */
function gatheredWith(rows: readonly Notice[], found: readonly Ranked[], zone: string) {
  const byDay = Map.groupBy(found, ({ at }) => localOf(at, zone).date);
  const newest = rows.filter(({ kind }) => kind === paid);
  return new Map(newest.map(({ id, at }) => [id, gatheredOf(localOf(at, zone).date, byDay)]));
}

type Ranked = Notice & { all: number; unread: number; since: Date };

/** The paid orders of a day: the newest of them, how many there are and are unread, and from when; null for a single one. */
function gatheredOf(day: string, byDay: ReadonlyMap<string, readonly Ranked[]>) {
  const rows = byDay.get(day) ?? [];
  const [newest] = rows;
  if (!newest || newest.all < 2) return null;
  const { all, unread, since } = newest;
  return { day, all, unread, since, to: newest.at, rows: rows.map(shownNotice) };
}

/** The paid orders of one day in `zone`. */
const paidOnDay = (day: string, zone: string): SQL | undefined => {
  const [from, to] = [startOfDay(day, zone), startOfDay(shiftedDay(day, 1), zone)];
  return from && to ? and(isPaid, gte(notices.at, from), lt(notices.at, to)) : sql`false`;
};

const shownNotice = ({ id, kind, title, text, path, at, readAt }: Notice) => ({
  ...{ id, kind, title, text, path, at },
  read: readAt !== null,
});

/** The viewer's notices, newest first, 20 at a time, and how many are unread, in all and in each tab. */
export const myNotices = query("notifications.mine", {
  input,
  run: async ({ db, viewer }, { tab = "all", search, gatherIn, paidOn, ...asked }) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your notices.");
    const mine = ownNotices(viewer);
    const { direction, after, order } = walk(asked, notices);
    const kinds = kindsIn(tab);
    const inTab = and(
      mine,
      kinds === null ? undefined : inArray(notices.kind, [...kinds]),
      tab === "unread" ? isNull(notices.readAt) : undefined,
      paidOn === undefined ? undefined : paidOnDay(paidOn, gatherIn ?? "UTC"),
    );
    const zone = search === "" && paidOn === undefined ? gatherIn : undefined;
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
    const ranked = zone === undefined ? [] : await ofDays(db, page.rows, inTab, zone);
    const hide = await hideSealed(db, viewer, [...page.rows, ...ranked]);
    const gathered = zone === undefined ? null : gatheredWith(page.rows, ranked.map(hide), zone);
    const found = page.rows.filter((row) => search === "" || hide(row) === row);
    const shown = found.map((row) => ({ ...shownNotice(hide(row)), gathered: gathered?.get(row.id) ?? null }));
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
