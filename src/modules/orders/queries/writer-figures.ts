import { and, count, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { withWriter } from "../domain/states.ts";
import { orderHistory, orders } from "../tables.ts";

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
// Spelled out: inside a statement over one table a column is written without its table.
const wasRevised = sql<boolean>`(${isDelivered} and exists (select 1 from ${orderHistory} h where h.order_id = "orders"."orders"."id" and h.action = 'request-revision'))`;
const howMany = (which: SQL) => sql<number>`(count(*) filter (where ${which}))::int`;

/** The figures of these writers in one statement; writers without an order are missing. */
export async function writerFiguresOf(db: Database, ids: readonly string[]): Promise<Map<string, WriterFigures>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: orders.writerId,
      open: howMany(sql`${inArray(orders.status, [...withWriter])}`),
      offered: howMany(sql`${orders.status} = 'assigned'`),
      nextDeadline: sql<
        string | null
      >`min(${orders.writerDeadline}) filter (where ${orders.status} in ('in_progress', 'revision_requested'))`,
      delivered: howMany(sql`not ${orders.test} and ${isDelivered}`),
      onTime: howMany(sql`not ${orders.test} and ${inTime}`),
      revised: howMany(sql`not ${orders.test} and ${wasRevised}`),
    })
    .from(orders)
    .where(inArray(orders.writerId, [...ids]))
    .groupBy(orders.writerId);
  return new Map(
    rows.flatMap(({ id, nextDeadline, ...figures }) =>
      id ? [[id, { ...figures, nextDeadline: nextDeadline === null ? null : new Date(nextDeadline) }] as const] : [],
    ),
  );
}

/** The first deliveries of a writer's orders, the newest first. */
export async function deliveriesOfWriter(db: Database, writerId: string, most: number) {
  const rows = await db
    .select({
      orderId: orders.id,
      number: orders.number,
      title: orders.title,
      at: orders.firstDeliveredAt,
      onTime: inTime,
      revised: wasRevised,
    })
    .from(orders)
    .where(and(eq(orders.writerId, writerId), isDelivered, eq(orders.test, false)))
    .orderBy(desc(orders.firstDeliveredAt), desc(orders.id))
    .limit(most);
  return rows.flatMap(({ at, onTime, ...row }) => (at ? [{ ...row, at, late: !onTime }] : []));
}

/** What connects a writer with one order: deliveries in its subject and for its client, and earlier offers of it. */
type WriterPast = { inSubject: number; forClient: number; askedBefore: boolean };

type Wanted = { orderId: string; clientId: string; subject: string | null };

/** The past of each of these writers with an order, in two statements; writers without any are missing. */
export async function writerPastFor(
  db: Database,
  ids: readonly string[],
  { orderId, clientId, subject }: Wanted,
): Promise<Map<string, WriterPast>> {
  const past = new Map<string, WriterPast>();
  if (ids.length === 0) return past;
  const sameSubject =
    subject === null
      ? sql`false`
      : sql`lower(coalesce(${orders.subject}, ${orders.course}, ${orders.projectType})) = lower(${subject})`;
  const rows = await db
    .select({
      id: orders.writerId,
      inSubject: howMany(sameSubject),
      forClient: howMany(sql`${orders.clientId} = ${clientId}`),
    })
    .from(orders)
    .where(and(inArray(orders.writerId, [...ids]), isDelivered))
    .groupBy(orders.writerId);
  for (const { id, ...found } of rows) if (id) past.set(id, { ...found, askedBefore: false });
  const asked = await db
    .select({ id: sql<string | null>`${orderHistory.detail}->>'writerId'`, all: count() })
    .from(orderHistory)
    .where(
      and(eq(orderHistory.orderId, orderId), or(eq(orderHistory.action, "assign"), eq(orderHistory.action, "claim"))),
    )
    .groupBy(sql`1`);
  for (const { id } of asked)
    if (id) past.set(id, { ...(past.get(id) ?? { inSubject: 0, forClient: 0 }), askedBefore: true });
  return past;
}

/** Orders of a writer that were neither released nor ended: their pay is held. */
export const payIsHeld = and(
  inArray(orders.status, ["in_progress", "on_hold", "delivered", "revision_requested", "completed", "disputed"]),
  isNull(orders.releasedAt),
);
