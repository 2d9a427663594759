import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { walk } from "#src/platform/database/cursor.ts";
import { cappedCount, type Database, send } from "#src/platform/database/database.ts";
import { countMost } from "#src/shared/counted.ts";
import { isImpersonated, type Viewer } from "#src/shared/viewer.ts";
import { localOf, shiftedDay, startOfDay } from "#src/shared/zone.ts";
import { type AdminKind, noticesFor } from "../domain/kinds.ts";
import { noticesIdOf } from "../domain/policy.ts";
import { notices } from "../tables.ts";

/** Kinds that quote or lead to what an admin does not read as somebody else. */
const privateKinds = /^(?:chat|thread|protection)\./;

/** The kinds of notices that a viewer may read: those that concern the current role of the account. */
export const ownKinds = (viewer: Viewer): readonly string[] => {
  if (noticesIdOf(viewer) === null || viewer.kind !== "person") return [];
  const all = noticesFor(viewer).map(({ kind }) => kind);
  return isImpersonated(viewer) ? all.filter((kind) => !privateKinds.test(kind)) : all;
};

/** The notices that a viewer may read. */
export const ownNotices = (viewer: Viewer): SQL | undefined => {
  const id = noticesIdOf(viewer);
  return id === null ? sql`false` : and(eq(notices.personId, id), inArray(notices.kind, [...ownKinds(viewer)]));
};

const paid: AdminKind = "admin.order-paid";
export const isPaid = eq(notices.kind, paid);

export type Notice = typeof notices.$inferSelect;

/** Whose notices of which kinds, all or the unread ones; days are those of `zone`. */
export type Gathered = { personId: string; kinds: readonly string[]; unreadAlone: boolean; zone: string };

/** Of the paid orders of a day so many are sent. */
const mostShown = 20;

const own = ({ personId, unreadAlone }: Gathered): SQL =>
  sql`person_id = ${personId}${unreadAlone ? sql` and read_at is null` : sql``}`;

/** In the words of the index of one kind. */
const ofPaid = (asked: Gathered): SQL => sql`${notices} where ${own(asked)} and kind = ${paid}`;

const dayOf = (at: SQL, zone: string): SQL => sql`(${at} at time zone ${zone})::date`;

/** When a day of the zone begins: its first midnight, where clocks are put back to one. */
const startIn = (day: SQL, zone: string): SQL => {
  const midnight = sql`(${day}::timestamp at time zone ${zone})`;
  const before = sql`(${midnight} - interval '1 hour')`;
  return sql`(case when ${dayOf(before, zone)} = ${day} then ${before} else ${midnight} end)`;
};

/** The newest paid order of each day from a place on, one probe of the index a day, newer days last. */
const newerDays = (asked: Gathered, after: SQL): SQL => {
  const end = (at: SQL) => startIn(sql`(${dayOf(at, asked.zone)} + 1)`, asked.zone);
  const newest = sql`lateral (select at, id from ${ofPaid(asked)} and at >= first.at and at < ${end(sql`first.at`)}
    order by at desc, id desc limit 1) newest`;
  return sql`(select newest.at, newest.id from (select at from ${ofPaid(asked)}${after} order by at, id limit 1) first, ${newest})
    union all
    select newest.at, newest.id from days, lateral (select at from ${ofPaid(asked)} and at >= ${end(sql`days.at`)} order by at, id limit 1) first, ${newest}`;
};

/** The same, older days last. The first one found is not of this page where its day has a newer one, before the place. */
const olderDays = (asked: Gathered, after: SQL): SQL => {
  const start = startIn(dayOf(sql`days.at`, asked.zone), asked.zone);
  const newer = sql`select 1 from ${notices} newer where newer.person_id = first.person_id and newer.kind = ${paid}
    and (newer.at, newer.id) > (first.at, first.id) and newer.at < ${startIn(sql`(${dayOf(sql`first.at`, asked.zone)} + 1)`, asked.zone)}
    ${asked.unreadAlone ? sql`and newer.read_at is null` : sql``}`;
  return sql`(select at, id, not exists (${newer}) as newest from (select * from ${ofPaid(asked)}${after} order by at desc, id desc limit 1) first)
    union all
    select next.at, next.id, true from days, lateral (select at, id from ${ofPaid(asked)} and at < ${start} order by at desc, id desc limit 1) next`;
};

/** A page of notices where the paid orders of a day are one row, the newest: what each kind has, and the days. */
export async function readGathered(
  db: Database,
  asked: Gathered,
  { direction, after, order }: ReturnType<typeof walk>,
  size: number,
): Promise<readonly Notice[]> {
  const from = after ? sql` and ${after}` : sql``;
  const by = sql.join(order, sql`, `);
  const others = asked.kinds.filter((kind) => kind !== paid);
  const parts = [
    sql`select found.at, found.id from unnest(${`{${others.join()}}`}::text[]) as one(kind), lateral (
      select at, id from ${notices} where ${own(asked)} and kind = one.kind${from} order by ${by} limit ${size}) found`,
  ];
  const isRising = direction === "newer";
  if (asked.kinds.includes(paid))
    parts.push(sql`(with recursive days as (${isRising ? newerDays(asked, from) : olderDays(asked, from)})
      select at, id from days ${isRising ? sql`` : sql`where newest`} limit ${size})`);
  const statement = sql`select id from (${sql.join(parts, sql` union all `)}) notices order by ${by} limit ${size}`;
  const ids = (await send<{ id: string }>(db, statement)).rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db.select().from(notices).where(inArray(notices.id, ids));
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

type Counted = { all: number; unread: number; since: string | null };

/** The paid orders of a day: the first of them, the newest first, how many there are and are unread, and since when. */
async function paidOn(db: Database, asked: Gathered, day: string) {
  const [from, to] = [startOfDay(day, asked.zone), startOfDay(shiftedDay(day, 1), asked.zone)];
  if (!from || !to) return null;
  const within = sql`at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz`;
  const counted = (more: SQL) => cappedCount(countMost, sql`select 1 from ${ofPaid(asked)} and ${within}${more}`);
  const statement = sql`select ${counted(sql``)} as all, ${counted(sql` and read_at is null`)} as unread,
    (select at from ${ofPaid(asked)} and ${within} order by at, id limit 1) as since`;
  const ofDay = and(sql`${own(asked)} and kind = ${paid}`, gte(notices.at, from), lt(notices.at, to));
  const [{ rows: counts }, rows] = await Promise.all([
    send<Counted>(db, statement),
    db.select().from(notices).where(ofDay).orderBy(desc(notices.at), desc(notices.id)).limit(mostShown),
  ]);
  const [{ all, unread, since } = { all: 0, unread: 0, since: null }] = counts;
  return since === null ? null : { day, all, unread, since: new Date(since), rows };
}
type PaidDay = NonNullable<Awaited<ReturnType<typeof paidOn>>>;

/** What stands behind these rows, each the newest paid order of its day: by its id; days with one alone are left out. */
export async function gatheredBehind(
  db: Database,
  asked: Gathered,
  rows: readonly Notice[],
): Promise<ReadonlyMap<string, PaidDay>> {
  const newest = rows.filter(({ kind }) => kind === paid);
  const found = await Promise.all(
    newest.map(async ({ id, at }) => [id, await paidOn(db, asked, localOf(at, asked.zone).date)] as const),
  );
  return new Map(found.flatMap(([id, day]) => (day && day.all > 1 ? [[id, day] as const] : [])));
}

/** How many of each kind are unread. */
export async function countUnread(
  db: Database,
  personId: string,
  kinds: readonly string[],
): Promise<readonly { kind: string; many: number }[]> {
  const unread = cappedCount(
    countMost,
    sql`select 1 from ${notices} where person_id = ${personId} and kind = one.kind and read_at is null`,
  );
  const statement = sql`select one.kind, found.many from unnest(${`{${kinds.join()}}`}::text[]) as one(kind), lateral (
    select ${unread} as many) found where found.many > 0`;
  return (await send<{ kind: string; many: number }>(db, statement)).rows;
}
