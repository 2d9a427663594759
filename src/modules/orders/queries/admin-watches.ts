import { type SQL, sql } from "drizzle-orm";
import { localOf, shiftedDay, startOfDay } from "#src/shared/zone.ts";
import { dayMs, hourMs } from "../domain/deadlines.ts";
import type { LifeSettings } from "../domain/life-settings.ts";
import type { OrderRules } from "../domain/order-rules.ts";
import { reviewEnds } from "../storage/watch-indexes.ts";
import { openState, orders } from "../tables.ts";

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

/** The conditions of the watches at `now`; each is a part of the open orders. `payable`: clients can pay on the site. */
export function watchConditions(now: Date, settings: LifeSettings, payable = true): Readonly<Record<AdminWatch, SQL>> {
  const at = now.getTime();
  const askedLong = instant(at - (settings.acceptHours * hourMs) / 2);
  const quoteAlarm = sql`${orders.status} = 'pending' and ${orders.kind} = 'custom' and not ${orders.quoteEnded}`;
  const conditions: Record<AdminWatch, SQL> = {
    disputed: sql`((${orders.status} = 'disputed' and not ${isDecided}) or ${orders.frozen})`,
    late: sql`${inWork} and ${due} <= ${instant(at)}`,
    "to-arrange": payable ? sql`false` : unpaid,
    "no-writer": sql`${orders.status} = 'confirmed'`,
    unseen: sql`${orders.status} = 'delivered' and ${orders.unpaidCents} = 0 and ${reviewEnds(orders)} <= ${instant(at)} at time zone 'UTC'`,
    "rest-unpaid": sql`${orders.status} = 'delivered' and ${orders.unpaidCents} > 0 and ${orders.deliveredAt} <= ${instant(at)} - ${rule("restDays")} * interval '24 hours'`,
    "needs-quote": quoteAlarm,
    transfer: sql`${orders.status} in ('pending', 'quoted') and ${orders.paymentStatus} = 'awaiting_confirmation'`,
    "asked-long": sql`${orders.status} = 'assigned' and ${orders.assignedAt} <= ${askedLong}`,
    "hold-long": sql`${orders.status} = 'on_hold' and ${orders.heldSince} <= ${instant(at - (settings.holdReminderHours[0] ?? 24) * hourMs)}`,
    revision: sql`${orders.status} = 'revision_requested'`,
    "mail-refused": sql`${orders.noticeRefused} and ${orders.status} = 'delivered'`,
    "due-soon": sql`${inWork} and ${due} > ${instant(at)} and ${due} <= ${instant(at + dayMs)}`,
  };
  return mapped(conditions, (condition) => sql`(${openState} and ${condition})`);
}

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
