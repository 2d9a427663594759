import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  max,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { textFor } from "#src/shared/viewer.ts";
import { canSeeAllOrders, type OrderReader } from "../domain/policy.ts";
import { lifeSetting } from "../settings.ts";
import { orders } from "../tables.ts";
import { orderGroups } from "./admin-order-list.ts";
import { type AdminWatch, watchConditions } from "./admin-watches.ts";
import { wasRevised } from "./work-figures.ts";

/** Nothing more happens by itself in these. */
export const endedStates = ["completed", "cancelled", "refunded"] as const;

const isOpen = notInArray(orders.status, [...endedStates]);

/** How many clients have an order that is not closed. */
export async function countClientsWithOpenOrders(db: Database): Promise<number> {
  const [row] = await db
    .select({ clients: countDistinct(orders.clientId) })
    .from(orders)
    .where(isOpen);
  return row?.clients ?? 0;
}

/** A version of a text that is accepted with an order; `field`: the column that keeps it. */
type Accepted = { field: "termsVersion" | "fairUseVersion" | "privacyVersion"; version: string };

/**
 * Clients with an order that is not closed and was placed under another version: the first `most` of them whose id comes
 * after `after` ("": from the first one), in the order of ids.
 */
export async function clientsUnderAnother(
  db: Database,
  { field, version }: Accepted,
  { after, most }: { after: string; most: number },
): Promise<string[]> {
  const column = orders[field];
  const rows = await db
    .selectDistinct({ id: orders.clientId })
    .from(orders)
    .where(and(isOpen, or(isNull(column), ne(column, version)), after === "" ? undefined : gt(orders.clientId, after)))
    .orderBy(asc(orders.clientId))
    .limit(most);
  return rows.map(({ id }) => id);
}

/** The numbers of the orders that this person placed and that are not closed, at most 20. */
export async function openOrderNumbersOf(db: Database, clientId: string): Promise<string[]> {
  const rows = await db
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.clientId, clientId), isOpen))
    .orderBy(asc(orders.createdAt))
    .limit(20);
  return rows.map(({ number }) => number);
}

/** How many orders each of these clients has placed, in one statement; clients without any are missing. */
export async function orderCountsOf(db: Database, clientIds: readonly string[]): Promise<Map<string, number>> {
  if (clientIds.length === 0) return new Map();
  const rows = await db
    .select({ id: orders.clientId, placed: count() })
    .from(orders)
    .where(inArray(orders.clientId, [...clientIds]))
    .groupBy(orders.clientId);
  return new Map(rows.map(({ id, placed }) => [id, placed]));
}

/** Who accepted the terms of an order from one of these network addresses, and when last. */
export async function ordersPlacedFrom(db: Database, addresses: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .select({ clientId: orders.clientId, at: max(orders.consentedAt) })
    .from(orders)
    .where(inArray(orders.consentAddress, [...addresses]))
    .groupBy(orders.clientId)
    .limit(20);
  return new Map(rows.flatMap(({ clientId, at }) => (at ? [[clientId, at] as const] : [])));
}

/** What a client has ordered. */
type ClientSummary = { placed: number; open: number; orderIds: readonly string[] };

/** One client's orders, in one statement. */
export async function clientSummary(db: Database, _viewer: OrderReader, clientId: string): Promise<ClientSummary> {
  const rows = await db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(eq(orders.clientId, clientId));
  const ended: readonly string[] = endedStates;
  return {
    placed: rows.length,
    open: rows.filter(({ status }) => !ended.includes(status)).length,
    orderIds: rows.map(({ id }) => id),
  };
}

/** Of what is open, what an admin should know first. */
const watched = [
  "disputed",
  "late",
  "no-writer",
  "needs-quote",
  "transfer",
  "revision",
] as const satisfies AdminWatch[];
type Watched = (typeof watched)[number];
export type OpenOfClient = { open: number } & Readonly<Record<Watched, number>>;

/** How many orders of each of these clients are open, and why they wait for a person; who has none is missing. */
export const openOfClients = query("orders.open-of-clients", {
  input: z.strictObject({ clientIds: z.array(z.uuid()).max(50) }),
  run: async ({ db, ctx, viewer, now }, { clientIds }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    if (clientIds.length === 0) return done(new Map<string, OpenOfClient>());
    const conditions = watchConditions(now, await ctx.runtime.settings.get(lifeSetting));
    const counted = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
    const columns = Object.fromEntries(watched.map((watch) => [watch, counted(conditions[watch])]));
    const rows = await db
      .select({ id: orders.clientId, open: count(), ...(columns as Record<Watched, SQL<number>>) })
      .from(orders)
      .where(and(inArray(orders.clientId, clientIds), orderGroups.open))
      .groupBy(orders.clientId);
    return done(new Map<string, OpenOfClient>(rows.map(({ id, ...open }) => [id, open])));
  },
});

const days = 90;

/** How many orders a client placed within 24 hours and 90 days, and of how many of these money went back. */
export const paceOfClient = query("orders.pace-of-client", {
  input: z.strictObject({ clientId: z.uuid() }),
  run: async ({ db, viewer, now }, { clientId }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const since = (ms: number) => new Date(now.getTime() - ms);
    const [pace] = await db
      .select({
        lastDay: sql`count(*) filter (where ${gt(orders.createdAt, since(dayMs))})`.mapWith(Number),
        placed: count(),
        // A credit for lateness is no refund that was asked for.
        refunded: sql`count(*) filter (where ${gt(orders.refundedCents, orders.lateCreditCents)})`.mapWith(Number),
      })
      .from(orders)
      .where(and(eq(orders.clientId, clientId), gt(orders.createdAt, since(days * dayMs)), eq(orders.test, false)));
    return done({ days, ...(pace ?? { lastDay: 0, placed: 0, refunded: 0 }) });
  },
});

const mostDisputes = 5;

/** Of a client's orders: how many were delivered, after how many of these changes were asked for, and the last disputes. */
export const troubleOfClient = query("orders.trouble-of-client", {
  input: z.strictObject({ clientId: z.uuid() }),
  run: async ({ db, viewer }, { clientId }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const of = eq(orders.clientId, clientId);
    const [[counts], disputes] = await Promise.all([
      db
        .select({
          delivered: count(orders.firstDeliveredAt),
          revised: sql`count(*) filter (where ${wasRevised})`.mapWith(Number),
          disputed: count(orders.disputedAt),
        })
        .from(orders)
        .where(of),
      db
        .select({ id: orders.id, title: orders.title, status: orders.status, at: orders.disputedAt })
        .from(orders)
        .where(and(of, isNotNull(orders.disputedAt)))
        .orderBy(desc(orders.disputedAt), desc(orders.id))
        .limit(mostDisputes),
    ]);
    return done({
      ...(counts ?? { delivered: 0, revised: 0, disputed: 0 }),
      disputes: disputes.map((one) => ({ ...one, title: textFor(viewer, clientId, "work", one.title) })),
    });
  },
});
