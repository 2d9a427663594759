import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { send } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { textFor } from "#src/shared/viewer.ts";
import { localOf, shiftedDay, startOfDay } from "#src/shared/zone.ts";
import { dayMs, hourMs } from "../domain/deadlines.ts";
import type { LifeSettings, OrderRules } from "../domain/order-rules.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { reviewEnds, waitsForQuote } from "../storage/watch-indexes.ts";
import { deliveries, openState, orders } from "../tables.ts";

/** What an admin should look at, the most pressing first. */
export const adminWatches = [
  "disputed",
  "late",
  "to-arrange",
  "no-writer",
  "unseen",
  "rest-unpaid",
  "needs-quote",
  "transfer",
  "asked-long",
  "hold-long",
  "revision",
  "mail-refused",
  "due-soon",
] as const;
export type AdminWatch = (typeof adminWatches)[number];

const instant = (at: number): SQL => sql`${new Date(at).toISOString()}::timestamptz`;
/** A number of the rules that the order keeps. */
const rule = (name: keyof OrderRules): SQL => sql`(${orders.rules}->>${sql.raw(`'${name}'`)})::int`;
/** Work that is owed (domain/deadlines.ts, `isLate`), in the words of its partial index (tables.ts). */
const inWork = sql`${orders.status} in ('confirmed', 'assigned', 'in_progress', 'revision_requested')`;
/** Stands for the deadline of an order that has none: it is last in a list by deadline. */
export const noDeadline = new Date("9998-12-31T00:00:00Z");
/** When the work that runs is due to the client (domain/deadlines.ts, `dueAt`), in the words of the index (tables.ts). */
export const due = sql`coalesce(${orders.revisionDueAt}, ${orders.deadline}, '9998-12-31T00:00:00Z'::timestamptz)`;

/** A decision waits to take effect: nobody has to decide (domain/dispute.ts, `pendingDecision`). */
const decisionAt = sql`(${orders.dispute}->'decision'->>'at')`;
const isDecided = sql`(${decisionAt} is not null and ${decisionAt} > coalesce(${orders.dispute}->'appeal'->>'at', ''))`;

/** Nothing on the site takes money: an admin arranges it with the client. */
const unpaid = sql`${orders.status} = 'pending' and ${orders.kind} = 'priced' and ${orders.paymentStatus} = 'pending' and not ${orders.test}`;

/** Orders of which a decision is owed, and frozen ones: two parts that share no order. */
const undecided = sql`${orders.status} = 'disputed' and not ${isDecided}`;
const disputedParts = [undecided, sql`${openState} and ${orders.frozen} and not (${undecided})`] as const;

/**
 * The conditions of the watches at `now`; each is a part of the open orders. That such a state is an open one, the planner
 * knows: said beside it, it would count for a second condition. `payable`: clients can pay on the site.
 */
export function watchConditions(now: Date, settings: LifeSettings, payable = true): Readonly<Record<AdminWatch, SQL>> {
  const at = now.getTime();
  const askedLong = instant(at - (settings.acceptHours * hourMs) / 2);
  const conditions: Record<AdminWatch, SQL> = {
    disputed: sql.join([...disputedParts], sql` or `),
    late: sql`${inWork} and ${due} <= ${instant(at)}`,
    "to-arrange": payable ? sql`false` : unpaid,
    "no-writer": sql`${orders.status} = 'confirmed'`,
    unseen: sql`${orders.status} = 'delivered' and ${orders.unpaidCents} = 0 and ${reviewEnds(orders)} <= ${instant(at)} at time zone 'UTC'`,
    "rest-unpaid": sql`${orders.status} = 'delivered' and ${orders.unpaidCents} > 0 and ${orders.deliveredAt} <= ${instant(at)} - ${rule("restDays")} * interval '24 hours'`,
    "needs-quote": waitsForQuote(orders),
    transfer: sql`${orders.status} in ('pending', 'quoted') and ${orders.paymentStatus} = 'awaiting_confirmation'`,
    "asked-long": sql`${orders.status} = 'assigned' and ${orders.assignedAt} <= ${askedLong}`,
    "hold-long": sql`${orders.status} = 'on_hold' and ${orders.heldSince} <= ${instant(at - (settings.holdReminderHours[0] ?? 24) * hourMs)}`,
    revision: sql`${orders.status} = 'revision_requested'`,
    "mail-refused": sql`${orders.noticeRefused} and ${orders.status} = 'delivered'`,
    "due-soon": sql`${inWork} and ${due} > ${instant(at)} and ${due} <= ${instant(at + dayMs)}`,
  };
  return mapped(conditions, (condition) => sql`(${condition})`);
}

/** One watch as parts that share no order, each of which an index has by its due date. */
export const watchParts = (conditions: Readonly<Record<AdminWatch, SQL>>, watch: AdminWatch): readonly SQL[] =>
  watch === "disputed" ? disputedParts : [conditions[watch]];

/** What is due on certain days: a filter of the list, not a queue. */
export const dueFilters = ["due-today", "due-next"] as const;
export type DueFilter = (typeof dueFilters)[number];

/** Owed work by its day: today, and the three days after it, as the days are in this zone. */
export function dueConditions(now: Date, zone: string): Readonly<Record<DueFilter, SQL>> {
  const { date } = localOf(now, zone);
  const start = (days: number): SQL => instant(startOfDay(shiftedDay(date, days), zone)?.getTime() ?? now.getTime());
  const within = (from: number, until: number): SQL =>
    sql`(${openState} and ${inWork} and ${due} >= ${start(from)} and ${due} < ${start(until)})`;
  return { "due-today": within(0, 1), "due-next": within(1, 4) };
}

/** Since when an order waits for this reason; for work with a deadline the deadline itself. */
export const watchSince: Readonly<Record<AdminWatch, SQL>> = {
  disputed: sql`${orders.disputedAt}`,
  late: due,
  "to-arrange": sql`${orders.createdAt}`,
  "no-writer": sql`coalesce(${orders.unassignedSince}, ${orders.confirmedAt})`,
  unseen: sql`${orders.deliveredAt}`,
  "needs-quote": sql`coalesce(${orders.waitingSince}, ${orders.createdAt})`,
  transfer: sql`coalesce(${orders.transferSince}, ${orders.waitingSince})`,
  "asked-long": sql`${orders.assignedAt}`,
  "hold-long": sql`${orders.heldSince}`,
  revision: sql`${orders.workSince}`,
  "mail-refused": sql`${orders.deliveredAt}`,
  "rest-unpaid": sql`${orders.deliveredAt}`,
  "due-soon": due,
};

/**
 * In which order the rows of a watch are counted, where an index of it alone has that order (tables.ts): a statement that
 * is planned without its moments would choose another index, which has all orders of the state.
 */
export const watchOrder: Readonly<Partial<Record<AdminWatch, SQL>>> = {
  late: due,
  "no-writer": watchSince["no-writer"],
  "needs-quote": watchSince["needs-quote"],
  revision: watchSince.revision,
  unseen: reviewEnds(orders),
  transfer: watchSince.transfer,
  "asked-long": watchSince["asked-long"],
  "hold-long": watchSince["hold-long"],
  "mail-refused": watchSince["mail-refused"],
  "rest-unpaid": watchSince["rest-unpaid"],
  "due-soon": due,
};

export const mapped = <V, W>(
  all: Readonly<Record<AdminWatch, V>>,
  change: (value: V, name: AdminWatch) => W,
): Record<AdminWatch, W> =>
  Object.fromEntries(adminWatches.map((name) => [name, change(all[name], name)])) as Record<AdminWatch, W>;

/** An order in work whose time goes by without a sign of progress. Shares of its time, 0 to 1 and above when late. */
export type OrderAtRisk = AtRisk["rows"][number];
export type AtRisk = Answer<typeof adminAtRisk>;

const mostAtRisk = 6;
/** At most so many orders in work are compared, those that are due first. */
const compared = 200;
/** An order is at risk when this share of its time passed since the last sign, or when it is late. */
const silentShare = 0.25;

type Row = {
  id: string;
  number: string;
  title: string;
  client_id: string;
  writer_name: string | null;
  due: number;
  used: number;
  began: number;
  drafts: number[];
  last_sign: number;
  in_work: number;
};

/**
 * Orders in work that are late or silent, late ones first, then the widest gap since the last sign: the writer began, or
 * added a draft. Pauses do not count. One statement, for admins who see orders; refuses not-found.
 */
export const adminAtRisk = query("orders.admin-at-risk", {
  input: z.strictObject({}),
  run: async ({ db, viewer, now }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const at = now.getTime() / 1000;
    const answer = await send<Row>(
      db,
      sql`with work as (
        select o.id, o.number, o.title, o.client_id, o.writer_name, extract(epoch from coalesce(o.revision_due_at, o.deadline))::float8 as due,
          case when o.revision_due_at is null then extract(epoch from o.confirmed_at)::float8 + o.paused_ms / 1000.0
            else extract(epoch from o.work_since)::float8 end as start,
          extract(epoch from coalesce(o.work_since, o.confirmed_at))::float8 as began
        from ${orders} o
        where o.status not in ('completed', 'cancelled', 'refunded') and o.status in ('in_progress', 'revision_requested')
          and o.deadline is not null and o.confirmed_at is not null and not o.frozen
        order by coalesce(o.revision_due_at, o.deadline, '9998-12-31T00:00:00Z'::timestamptz), o.id
        limit ${compared}
      ), signs as (
        select w.*, greatest(w.due - w.start, 60) as whole, d.drafts, greatest(w.began, d.newest) as last
        from work w left join lateral (
          select array_agg(extract(epoch from created_at)::float8 order by created_at) as drafts,
            max(extract(epoch from created_at))::float8 as newest
          from ${deliveries} where order_id = w.id
        ) d on true
      )
      select id, number, title, client_id, writer_name, due, (${at}::float8 - start) / whole as used, (began - start) / whole as began,
        array(select (one - start) / whole from unnest(coalesce(drafts, '{}')) as one) as drafts,
        last as last_sign, (select count(*)::int from work) as in_work
      from signs
      where ${at}::float8 > due or (${at}::float8 - greatest(last, start)) / whole >= ${silentShare}
      order by (${at}::float8 > due) desc, (${at}::float8 - greatest(last, start)) / whole desc, id
      limit ${mostAtRisk}`,
    );
    const rows = answer.rows.map((row) => ({
      ...{ id: row.id, number: row.number, writerName: row.writer_name },
      title: textFor(viewer, row.client_id, "work", row.title),
      // When the writer began, and each draft, as shares of the time.
      ...{ deadline: new Date(row.due * 1000), used: row.used, began: row.began, drafts: row.drafts },
      lastSign: new Date(row.last_sign * 1000),
    }));
    return done({ rows, inWork: answer.rows[0]?.in_work ?? 0 });
  },
});
