import { and, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { countUnreadAnswers } from "#src/modules/chat/index.server.ts";
import { sealedOrders } from "#src/modules/orders/index.server.ts";
import { askedCursor, cutPage, walk } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import { searchableText, searched } from "#src/platform/database/search.ts";
import { query } from "#src/platform/query.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { isAdmin, isUnderSeal, sealedText, type Viewer } from "#src/shared/viewer.ts";
import { isCalendarDate, isZone, shiftedDay, startOfDay } from "#src/shared/zone.ts";
import { isNotifiedOfAnswers, noticesIdOf } from "../domain/policy.ts";
import { kindsIn, noticeTabs, tabOf } from "../domain/tabs-and-levels.ts";
import { notices } from "../tables.ts";
import { countUnread, gatheredBehind, isPaid, type Notice, ownKinds, ownNotices, readGathered } from "./own-notices.ts";

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
    const personId = noticesIdOf(viewer) ?? "";
    const [own, wanted] = [ownKinds(viewer), kindsIn(tab)];
    const kinds = wanted === null ? own : own.filter((kind) => wanted.includes(kind));
    const unreadAlone = tab === "unread";
    const zone = search === "" && paidOn === undefined ? gatherIn : undefined;
    const gathering = zone === undefined ? null : { personId, kinds, unreadAlone, zone };
    const steps = walk(asked, { at: sql`at`, id: sql`id` });
    const listed = and(
      ownNotices(viewer),
      wanted === null ? undefined : inArray(notices.kind, [...kinds]),
      unreadAlone ? isNull(notices.readAt) : undefined,
      paidOn === undefined ? undefined : paidOnDay(paidOn, gatherIn ?? "UTC"),
      searched(searchableText(notices.title, notices.text), search),
    );
    const read = () =>
      db
        .select()
        .from(notices)
        .where(and(listed, steps.after))
        .orderBy(...steps.order)
        .limit(perPage + 1);
    const [answers, rows, unread] = await Promise.all([
      isNotifiedOfAnswers(viewer) ? countUnreadAnswers(db, viewer.id) : 0,
      gathering ? readGathered(db, gathering, steps, perPage + 1) : read(),
      countUnread(db, personId, own),
    ]);
    const page = cutPage(rows, perPage, steps.direction, ({ at, id }) => ({ at, id }));
    const behind = gathering ? await gatheredBehind(db, gathering, page.rows) : null;
    const hide = await hideSealed(db, viewer, [
      ...page.rows,
      ...[...(behind?.values() ?? [])].flatMap((day) => day.rows),
    ]);
    const found = page.rows.filter((row) => search === "" || hide(row) === row);
    const shown = found.map((row) => {
      const day = behind?.get(row.id);
      const gathered = day ? { ...day, to: row.at, rows: day.rows.map((one) => shownNotice(hide(one))) } : null;
      return { ...shownNotice(hide(row)), gathered };
    });
    const counts = Object.fromEntries(
      noticeTabs.map((one) => {
        const ofTab = unread.filter(({ kind }) => one === "unread" || tabOf(kind) === one);
        return [one, ofTab.reduce((all, { many }) => all + many, 0)];
      }),
    );
    // `answers`: messages of Support in the viewer's own chat that they have not read.
    return done({
      ...{ unread: counts.unread ?? 0, counts, answers },
      ...{ notices: shown, older: page.older, newer: page.newer },
    });
  },
});

type Shown = { path: string; title: string; text: string; onceKey: string };
type Hide = <N extends Shown>(row: N) => N;

/** Whom or which order it is about: the address of its page says it, or its key where that page is a list. */
const subjectOf = ({ path, onceKey }: Shown): string =>
  /^\/admin\/(?:orders|chats|people)\/([0-9a-f-]{36})/.exec(path)?.[1] ?? onceKey.split(":")[1] ?? "";

/** Hides what these notices to an admin say about people whose data is sealed; they lead where they led. */
async function hideSealed(db: Database, viewer: Viewer, rows: readonly Shown[]): Promise<Hide> {
  if (!isAdmin(viewer) || !viewer.sealed?.size) return (row) => row;
  const ids = rows.map(subjectOf);
  const sealed = await sealedOrders(db, viewer, ids);
  return (row) => {
    const id = subjectOf(row);
    const hidden = id !== "" && (sealed.has(id) || isUnderSeal(viewer, id));
    return hidden ? { ...row, title: "About a sealed client", text: sealedText } : row;
  };
}
