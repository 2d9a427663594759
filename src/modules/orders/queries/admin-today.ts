import { and, asc, inArray, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { idsOfParts } from "#src/platform/database/cursor.ts";
import { cappedCount, type Database, foundSince, rowLimit, send } from "#src/platform/database/database.ts";
import { type Answer, type Ask, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { nameFor } from "#src/shared/viewer.ts";
import { unpaidEnd } from "../domain/deadlines.ts";
import { netCents } from "../domain/discount.ts";
import { disputeClock } from "../domain/dispute.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { waitingPassages } from "../passages/passages.ts";
import { canBePaidNow } from "../ports.ts";
import { waitingRequests } from "../screening/requests.ts";
import { lifeSetting } from "../settings.ts";
import { factsOf } from "../storage/order-row.ts";
import { openState, orders } from "../tables.ts";
import { adminOrderRow, groupParts, type orderGroups } from "./admin-order-list.ts";
import {
  type AdminWatch,
  adminWatches,
  type DueFilter,
  due,
  dueConditions,
  mapped,
  watchConditions,
  watchOrder,
  watchParts,
  watchSince,
} from "./admin-watches.ts";
import { lightColumns } from "./order-brief.ts";

/** Tabs are counted up to this many; one more stands for "more than". */
export const groupCountMost = 999;

/** The tabs, and the quick filters beside them; "no-writer" is both. */
type Counted = keyof typeof orderGroups | "late" | DueFilter;
export type AdminGroupCounts = Readonly<Record<Counted, number>>;

const firstOf = (condition: SQL): SQL =>
  sql`(select 1 from ${orders} where ${condition} ${rowLimit(groupCountMost + 1)})`;

/** Each part by an index that is read alone; the later parts only as far as the ones before leave room. */
const countOf = (parts: readonly SQL[]): SQL =>
  cappedCount(groupCountMost, sql`select 1 from (${sql.join(parts.map(firstOf), sql` union all `)}) parts`);

/** How many orders each tab and quick filter of the list holds, at most 1,000 looked at for each. Refuses not-found for others. */
export const adminGroupCounts = query<Record<string, never>, AdminGroupCounts>("orders.admin-group-counts", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer, now }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const { settings } = ctx.runtime;
    const [life, { timeZone }] = await Promise.all([settings.get(lifeSetting), settings.get(siteSetting)]);
    const { late } = watchConditions(now, life);
    const { "due-today": today, "due-next": next } = dueConditions(now, timeZone);
    const { all: _, ...parts } = groupParts;
    const counted: Record<Exclude<Counted, "all">, readonly SQL[]> = {
      ...parts,
      ...{ late: [late], "due-today": [today], "due-next": [next] },
    };
    const names = Object.keys(counted) as (keyof typeof counted)[];
    const answer = await send<{ counts: number[] }>(
      db,
      sql`select array[${sql.join(
        names.map((name) => countOf(counted[name])),
        sql`, `,
      )}]::int[] as counts`,
    );
    const found = answer.rows[0]?.counts ?? [];
    const counts = Object.fromEntries(names.map((name, index) => [name, found[index] ?? 0]));
    const { open = 0, finished = 0, ended = 0 } = counts;
    return done({ ...counts, all: Math.min(groupCountMost + 1, open + finished + ended) } as AdminGroupCounts);
  },
});

/** Queues are counted up to this many; one more stands for "more than". */
export const adminCountMost = 99;
const mostNeeds = 12;

export type AdminNeed = Answer<typeof adminToday>["needs"][number];

const todayInput = z.strictObject({ watch: z.enum(adminWatches).optional().catch(undefined) });

/** Above orders that nobody can pay stand only disputes and late work. */
const pressing = (conditions: Readonly<Record<AdminWatch, SQL>>): SQL =>
  sql`case when ${conditions.disputed} or ${conditions.late} then 0 when ${conditions["to-arrange"]} then 1 else 2 end`;

/** The admin area's queues and the first orders in them, in two statements. Refuses not-found for others. */
export const adminToday = query("orders.admin-today", {
  input: todayInput,
  run: async ({ db, ctx, viewer, now }, { watch: asked }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const payable = await canBePaidNow(ctx.runtime);
    const life = await ctx.runtime.settings.get(lifeSetting);
    const conditions = watchConditions(now, life, payable);
    const { open, ...counted } = await countQueues(db, conditions);
    const flags = mapped(conditions, (condition) => sql<boolean | null>`${condition}`);
    // Of one queue the ids first, which an index of its state has in this order.
    const steps = { columns: { at: due, id: orders.id }, rising: true, limit: mostNeeds, keepsPlan: true };
    const first = (watch: AdminWatch) => inArray(orders.id, idsOfParts(orders, watchParts(conditions, watch), steps));
    const rows = await db
      .select({ row: lightColumns, ...flags })
      .from(orders)
      .where(asked ? first(asked) : and(openState, or(...adminWatches.map((watch) => conditions[watch]))))
      .orderBy(...(payable ? [] : [pressing(conditions)]), sql`${due} asc nulls last`, asc(orders.id))
      .limit(mostNeeds);
    const needs = rows.map(({ row, ...why }) => ({
      ...adminOrderRow(row, { viewer, now }),
      /** Why it is here, the most pressing first. */
      watches: asked ? [asked] : adminWatches.filter((watch) => why[watch] === true),
      waitingSince: row.waitingSince,
      assignedAt: row.assignedAt,
      disputedAt: row.disputedAt,
      disputeClock: disputeClock(factsOf(row), "A"),
      unassignedSince: row.unassignedSince,
      transferSince: row.transferSince,
      workSince: row.workSince,
      /** When an unpaid order is cancelled automatically. */
      unpaidEnd: unpaidEnd(factsOf(row), life),
    }));
    const arrange = payable ? null : await toArrange(db, conditions["to-arrange"], viewer);
    return done({ ...counted, open, needs, arrange });
  },
});

export type ToArrange = Awaited<ReturnType<typeof toArrange>>;

/** What clients owe whom nothing on the site takes money from; `client`: the only one of them, null where there are several. */
async function toArrange(db: Database, condition: SQL, viewer: Ask["viewer"]) {
  const rows = await db
    .select({
      priceCents: orders.priceCents,
      discount: orders.discount,
      shortfallCents: orders.shortfallCents,
      clientId: orders.clientId,
      clientName: orders.clientName,
    })
    .from(orders)
    .where(condition);
  const [first] = rows;
  const one = first && rows.every((row) => row.clientId === first.clientId) ? first : null;
  return {
    orders: rows.length,
    cents: rows.reduce((sum, row) => sum + netCents(row), 0),
    client: one && nameFor(viewer, one.clientId, one.clientName),
  };
}

type CountedRow = { found: number; since: number | null };

/** At most so many rows of a queue are looked at: how many there are, and since when the first of them waits. */
const capped = (condition: SQL, since: SQL, { order, most = adminCountMost }: { order?: SQL; most?: number }): SQL =>
  foundSince(
    most,
    sql`select ${since} as since from ${orders} where ${condition}${order ? sql` order by ${order}` : sql``}`,
  );

const instantIn = (row: CountedRow | null | undefined): Date | null => (row?.since ? new Date(row.since * 1000) : null);

/** Counted as far as the tabs of the list of orders are. */
const openOrders = capped(openState, sql`null::timestamptz`, { most: groupCountMost });

const orderOf = (watch: AdminWatch) => (watchOrder[watch] ? { order: watchOrder[watch] } : {});

/** The queues and the open orders, in one statement. */
async function countQueues(db: Database, conditions: Readonly<Record<AdminWatch, SQL>>) {
  const asked = [
    openOrders,
    ...adminWatches.map((watch) => capped(conditions[watch], watchSince[watch], orderOf(watch))),
  ];
  const answer = await send<{ counts: (CountedRow | null)[] }>(
    db,
    sql`select json_build_array(${sql.join(asked, sql`, `)}) as counts`,
  );
  const [one, ...rest] = answer.rows[0]?.counts ?? [];
  const byName = <V>(of: (row: CountedRow | null | undefined) => V) =>
    Object.fromEntries(adminWatches.map((watch, index) => [watch, of(rest[index])])) as Record<AdminWatch, V>;
  // `oldest`: since when the first of each queue waits; of those with a deadline the nearest deadline.
  return { open: one?.found ?? 0, counts: byName((row) => row?.found ?? 0), oldest: byName(instantIn) };
}

/** Requests and hidden passages together. */
const waitingForPerson = sql`(select json_build_object('found', (${waitingRequests(adminCountMost)} ->> 'found')::int + ${waitingPassages(adminCountMost)}, 'since', null))`;

/**
 * What the admin area's navigation says: orders that wait for a quote, requests and passages that wait for a person. It is
 * read with every page, so no more is counted. Refuses not-found for others.
 */
export const adminCounts = query("orders.admin-counts", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer, now }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const { "needs-quote": needsQuote } = watchConditions(now, await ctx.runtime.settings.get(lifeSetting), true);
    const quotes = capped(needsQuote, sql`null::timestamptz`, orderOf("needs-quote"));
    const statement = sql`select ${quotes} as quotes, ${waitingForPerson} as requests`;
    const [row] = (await send<Record<"quotes" | "requests", CountedRow | null>>(db, statement)).rows;
    return done({ quotes: row?.quotes?.found ?? 0, requests: row?.requests?.found ?? 0 });
  },
});
