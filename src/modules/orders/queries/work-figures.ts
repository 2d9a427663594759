import { and, count, desc, eq, gte, inArray, isNotNull, notInArray, or, type SQL, sql, sum } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { z } from "zod";
import { type Database, send } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { type Ask, query } from "#src/platform/query.ts";
import { maskContacts } from "#src/shared/contact-details.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { textFor } from "#src/shared/viewer.ts";
import { isZone } from "#src/shared/zone.ts";
import { canSeeAllOrders, canSeeOrder } from "../domain/policy.ts";
import type { Rating } from "../domain/rating.ts";
import { withWriter } from "../domain/states.ts";
import { openState, orderHistory, orders, ratings } from "../tables.ts";

/** What admins look at when they choose a writer. Deliveries of test orders do not count. */
export type WriterFigures = {
  /** Offers among them. */
  open: number;
  offered: number;
  /** The nearest own deadline of work that continues; null: none. */
  nextDeadline: Date | null;
  delivered: number;
  /** By the writer's own deadline, the first delivery of each order counting. */
  onTime: number;
  /** Deliveries after which a revision was asked for at least once. */
  revised: number;
};

const isDelivered = isNotNull(orders.firstDeliveredAt);
const inTime = sql<boolean>`(${isDelivered} and (${orders.writerDeadline} is null or ${orders.firstDeliveredAt} <= ${orders.writerDeadline}))`;
export const wasRevised = sql<boolean>`(${isDelivered} and ${orders.firstRevisionAt} is not null)`;
const howMany = (which: SQL) => sql<number>`(count(*) filter (where ${which}))::int`;

export const nothingDone: WriterFigures = {
  open: 0,
  offered: 0,
  nextDeadline: null,
  delivered: 0,
  onTime: 0,
  revised: 0,
};

/** Open orders of each writer, and the nearest own deadline of work that continues: from the index of them alone. */
export const writerLoads = sql`select ${orders.writerId} as writer_id, ${howMany(sql`${inArray(orders.status, [...withWriter])}`)} as open,
    min(${orders.writerDeadline}) filter (where ${orders.status} in ('in_progress', 'revision_requested')) as due
  from ${orders} where ${orders.writerId} is not null and ${openState} group by 1`;

/** The figures of these writers; writers without an order are missing. */
export async function writerFiguresOf(db: Database, ids: readonly string[]): Promise<Map<string, WriterFigures>> {
  if (ids.length === 0) return new Map();
  const ofThem = inArray(orders.writerId, [...ids]);
  const running = await db
    .select({
      id: orders.writerId,
      open: howMany(sql`${inArray(orders.status, [...withWriter])}`),
      offered: howMany(sql`${orders.status} = 'assigned'`),
      nextDeadline: sql<
        string | null
      >`min(${orders.writerDeadline}) filter (where ${orders.status} in ('in_progress', 'revision_requested'))`,
    })
    .from(orders)
    .where(and(ofThem, openState))
    .groupBy(orders.writerId);
  const finished = await db
    .select({ id: orders.writerId, delivered: count(), onTime: howMany(inTime), revised: howMany(wasRevised) })
    .from(orders)
    .where(and(ofThem, isDelivered, sql`not ${orders.test}`))
    .groupBy(orders.writerId);
  const figures = new Map<string, WriterFigures>();
  for (const { id, nextDeadline, ...one } of running)
    if (id) figures.set(id, { ...nothingDone, ...one, nextDeadline: nextDeadline ? new Date(nextDeadline) : null });
  for (const { id, ...one } of finished) if (id) figures.set(id, { ...(figures.get(id) ?? nothingDone), ...one });
  return figures;
}

type Delivered = Pick<WriterFigures, "delivered" | "onTime">;

/**
 * Deliveries of these writers alone; writers without one are missing. Each count has an index of the writer alone, in which
 * a writer's orders stand as in the table: a tenth of what the index by time reads.
 */
export async function deliveredBy(db: Database, ids: readonly string[]): Promise<Map<string, Delivered>> {
  if (ids.length === 0) return new Map();
  const counted = sql`from ${orders} where ${inArray(orders.writerId, [...ids])} and ${isDelivered} and not ${orders.test}`;
  const statement = sql`select ${orders.writerId} as id, count(*)::int as delivered, false as late ${counted} group by 1
    union all select ${orders.writerId}, count(*)::int, true ${counted} and ${orders.firstDeliveredAt} > ${orders.writerDeadline} group by 1`;
  const rows = (await send<{ id: string; delivered: number; late: boolean }>(db, statement)).rows;
  const late = new Map(rows.flatMap((row) => (row.late ? [[row.id, row.delivered] as const] : [])));
  const all = rows.filter((row) => !row.late);
  return new Map(all.map(({ id, delivered }) => [id, { delivered, onTime: delivered - (late.get(id) ?? 0) }]));
}

/** The first deliveries of a writer's orders, the newest first, as this admin may have them. */
export async function deliveriesOfWriter({ db, viewer }: Pick<Ask, "db" | "viewer">, writerId: string, most: number) {
  const rows = await db
    .select({
      orderId: orders.id,
      number: orders.number,
      title: orders.title,
      clientId: orders.clientId,
      at: orders.firstDeliveredAt,
      onTime: inTime,
      revised: wasRevised,
    })
    .from(orders)
    .where(and(eq(orders.writerId, writerId), isDelivered, eq(orders.test, false)))
    .orderBy(desc(orders.firstDeliveredAt), desc(orders.id))
    .limit(most);
  return rows.flatMap(({ at, onTime, clientId, ...row }) =>
    at ? [{ ...row, title: textFor(viewer, clientId, "work", row.title), at, late: !onTime }] : [],
  );
}

const subjectOf = sql<string | null>`lower(coalesce(${orders.subject}, ${orders.course}, ${orders.projectType}))`;

/** How often each of these writers delivered in each of these subjects, spelled in lower case; in one statement. */
export async function deliveredIn(db: Database, ids: readonly string[], wanted: readonly (string | null)[]) {
  const subjects = [...new Set(wanted.flatMap((one) => (one === null ? [] : [one.toLowerCase()])))];
  const rows =
    ids.length === 0 || subjects.length === 0
      ? []
      : await db
          .select({ id: orders.writerId, subject: subjectOf, all: count() })
          .from(orders)
          .where(and(inArray(orders.writerId, [...ids]), isDelivered, inArray(subjectOf, subjects)))
          .groupBy(sql`1, 2`);
  const found = new Map(rows.map(({ id, subject, all }) => [`${id} ${subject}`, all]));
  return (id: string, subject: string | null): number => found.get(`${id} ${subject?.toLowerCase()}`) ?? 0;
}

/** What connects a writer with one order: deliveries for its client, and earlier offers of it. */
type WriterTies = { forClient: number; askedBefore: boolean };

type Wanted = { orderId: string; clientId: string };

/** Who is connected with each of these orders, by order and writer, in two statements; who is not is missing. */
export async function writerTiesOf(
  db: Database,
  wanted: readonly Wanted[],
): Promise<Map<string, Map<string, WriterTies>>> {
  if (wanted.length === 0) return new Map();
  const clients = [...new Set(wanted.map(({ clientId }) => clientId))];
  const rows = await db
    .select({ id: orders.writerId, clientId: orders.clientId, all: count() })
    .from(orders)
    .where(and(inArray(orders.clientId, clients), isDelivered))
    .groupBy(sql`1, 2`);
  const asked = await db
    .select({ orderId: orderHistory.orderId, id: sql<string | null>`${orderHistory.detail}->>'writerId'` })
    .from(orderHistory)
    .where(
      and(
        inArray(
          orderHistory.orderId,
          wanted.map(({ orderId }) => orderId),
        ),
        or(eq(orderHistory.action, "assign"), eq(orderHistory.action, "claim")),
      ),
    )
    .groupBy(sql`1, 2`);
  const tiesWith = ({ orderId, clientId }: Wanted): Map<string, WriterTies> => {
    const ties = new Map<string, WriterTies>();
    for (const row of rows)
      if (row.id && row.clientId === clientId) ties.set(row.id, { forClient: row.all, askedBefore: false });
    for (const row of asked)
      if (row.id && row.orderId === orderId)
        ties.set(row.id, { forClient: ties.get(row.id)?.forClient ?? 0, askedBefore: true });
    return ties;
  };
  return new Map(wanted.map((order) => [order.orderId, tiesWith(order)]));
}

/** Orders of a writer that were neither released nor ended: their pay is held. */
export const payIsHeld = sql`${orders.status} in ('in_progress', 'on_hold', 'delivered', 'revision_requested', 'completed', 'disputed') and ${orders.releasedAt} is null`;

/** The rating of an order as it is stored, or null; with a `writerId` that of this writer's work, without contact details. */
export async function readRating(db: Database, orderId: string, writerId?: string): Promise<Rating | null> {
  const { stars, text, at, reply, repliedAt } = ratings;
  const [row] = await db
    .select({ stars, text, at, reply, repliedAt })
    .from(ratings)
    .where(and(eq(ratings.orderId, orderId), writerId === undefined ? undefined : eq(ratings.writerId, writerId)));
  if (!row || writerId === undefined) return row ?? null;
  return { ...row, text: row.text && maskContacts(row.text).text };
}

/** The rating of an order, or null, for its client and for admins. Refuses not-found. */
export const ratingOf = query<{ orderId: string }, Rating | null>("orders.rating", {
  input: z.strictObject({ orderId: askedId }),
  run: async ({ db, viewer }, { orderId }) => {
    const people = { clientId: orders.clientId, writerId: orders.writerId };
    const [order] = await db.select(people).from(orders).where(eq(orders.id, orderId));
    if (!order || !canSeeOrder(order, viewer, "rating")) return notFound();
    const rating = await readRating(db, orderId);
    return done(rating && { ...rating, text: rating.text && textFor(viewer, order.clientId, "work", rating.text) });
  },
});

/** How a writer's finished work was rated: how many ratings, and their sum. */
type RatingFigures = { n: number; sum: number };

/**
 * Ratings of these writers' work, without tests; writers without a rating are missing. For admins. Few orders are tests: they
 * are left out, where a look at each rated order would cost more than all ratings.
 */
export async function ratingFiguresOf(db: Database, writerIds: readonly string[]): Promise<Map<string, RatingFigures>> {
  if (writerIds.length === 0) return new Map();
  const tests = db.select({ id: orders.id }).from(orders).where(sql`${orders.test}`);
  const rows = await db
    .select({ id: ratings.writerId, n: count(), sum: sum(ratings.stars).mapWith(Number) })
    .from(ratings)
    .where(and(inArray(ratings.writerId, [...writerIds]), notInArray(ratings.orderId, tests)))
    .groupBy(ratings.writerId);
  return new Map(rows.flatMap(({ id, ...figures }) => (id ? [[id, figures] as const] : [])));
}

/** `week` is the Monday, YYYY-MM-DD, in the zone that was asked for. */
type WeekOfDeliveries = { week: string; service: string; delivered: number; onTime: number };

/** Each order's id and service, for other modules' own sums to be joined with. */
export const orderServices = new QueryBuilder()
  .select({ orderId: orders.id, service: orders.service })
  .from(orders)
  .as("order_services");

const input = z.strictObject({ since: z.date(), zone: z.string().refine(isZone, "This time zone is not known.") });

const onTime = sql`${orders.deadline} is null or ${orders.firstDeliveredAt} <= ${orders.deadline}`;

/**
 * First deliveries since then, and how many of them came by the client's deadline, by week and service. Test orders are
 * out. It reads the deliveries of that time by their index (`orders_delivered`). Refuses not-found for others than admins.
 */
export const deliveriesByWeek = query<z.infer<typeof input>, readonly WeekOfDeliveries[]>("orders.deliveries-by-week", {
  input,
  run: async ({ db, viewer }, { since, zone }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const rows = await db
      .select({
        week: sql<string>`to_char(date_trunc('week', ${orders.firstDeliveredAt} at time zone ${zone}), 'YYYY-MM-DD')`,
        service: orders.service,
        delivered: sql<number>`count(*)::int`,
        onTime: sql<number>`(count(*) filter (where ${onTime}))::int`,
      })
      .from(orders)
      .where(and(isNotNull(orders.firstDeliveredAt), gte(orders.firstDeliveredAt, since), eq(orders.test, false)))
      .groupBy(sql`1`, orders.service);
    return done(rows);
  },
});
