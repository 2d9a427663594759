import { and, asc, eq, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { walk } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { Ask } from "#src/platform/query.ts";
import { type Cursor, cursorText } from "#src/shared/id.ts";
import { nameFor, textFor, type Viewer } from "#src/shared/viewer.ts";
import { dueAt } from "../domain/deadlines.ts";
import { reductionCents } from "../domain/discount.ts";
import type { OrderStatus } from "../domain/states.ts";
import { statusFor } from "../domain/status-labels.ts";
import { payWait } from "../domain/step-money.ts";
import { type FactColumns, factsOf } from "../storage/order-row.ts";
import { orders } from "../tables.ts";
import { lightColumns } from "./order-brief.ts";
import { payIsHeld } from "./work-figures.ts";

/** What a payout says of an order behind it. */
type PayoutOrder = { id: string; number: string; title: string; country: string; clientName: string };

/**
 * What payouts say of these orders, as this viewer may have it; unknown ids are missing. For who is paid, and for admins
 * with money or prices.
 */
export async function payoutOrders(
  db: Database,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, PayoutOrder>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: orders.id,
      number: orders.number,
      title: orders.title,
      country: orders.country,
      clientId: orders.clientId,
      clientName: orders.clientName,
    })
    .from(orders)
    .where(inArray(orders.id, [...new Set(ids)]));
  return new Map(
    rows.map(({ clientId, ...row }) => [
      row.id,
      {
        ...row,
        title: textFor(viewer, clientId, "work", row.title),
        clientName: nameFor(viewer, clientId, row.clientName),
      },
    ]),
  );
}

/** Those of these orders whose money is not held back: neither in dispute nor with a contested payment. Unknown ids are missing. */
export async function unfrozenOrders(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const free = and(eq(orders.frozen, false), ne(orders.status, "disputed"));
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`${orders.id} = any(${`{${[...new Set(ids)].join()}}`}::uuid[])`, free));
  return new Set(rows.map(({ id }) => id));
}

/** The ids of the orders whose money is held back, in the words of the indexes of them alone. */
export const frozenOrders = sql`select ${orders.id} from ${orders} where ${orders.frozen}
  union all select ${orders.id} from ${orders} where ${orders.status} = 'disputed'`;

const endedWithMoney = sql`${orders.status} in ('cancelled', 'refunded') and not ${orders.frozen} and ${orders.paymentStatus} in ('paid', 'partially_paid', 'partially_refunded', 'chargeback')`;

/**
 * Those of these orders, a query of ids, that were cancelled or refunded and whose money has not all gone back, oldest
 * first after a place, with when; contested payments left out. In the words of the index of such orders.
 */
export const endedOrders = (db: Database, ids: SQL, most: number, after?: Cursor) => {
  const steps = walk({ older: after && cursorText(after) }, { at: orders.updatedAt, id: orders.id }, true);
  return db
    .select({ id: orders.id, status: orders.status, at: orders.updatedAt })
    .from(orders)
    .where(and(endedWithMoney, sql`${orders.id} in (${ids})`, steps.after))
    .orderBy(...steps.order)
    .limit(most);
};

/** Whose these orders are, each client once. */
export async function clientsOfOrders(db: Database, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectDistinct({ clientId: orders.clientId })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  return rows.map(({ clientId }) => clientId);
}

/** What the money of a writer's order is shown with; the client and the price stay out. */
export type MoneyOrder = ReturnType<typeof moneyOrder>;

const mostOrders = 5_000;

/** Orders of these writers whose pay is held, and those of `ids`, also where another writer has them now. Test orders stay out. */
export async function ordersWithMoney(
  db: Database,
  { writerIds, ids = [] }: { writerIds: readonly string[]; ids?: readonly string[] },
): Promise<readonly MoneyOrder[]> {
  if (writerIds.length === 0) return [];
  const held = and(inArray(orders.writerId, [...writerIds]), payIsHeld);
  const rows = await db
    .select({ ...lightColumns, held: sql<boolean>`coalesce(${held}, false)` })
    .from(orders)
    .where(and(eq(orders.test, false), ids.length > 0 ? or(held, inArray(orders.id, [...ids])) : held))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(mostOrders);
  return rows.map((row) => moneyOrder(row, row.held));
}

/** Of the orders of these writers whose pay is held what sums of it need, and no more: a list of writers reads all of them. */
export async function ordersWithHeldPay(db: Database, writerIds: readonly string[]) {
  if (writerIds.length === 0) return [];
  const rows = await db
    .select({
      ...{ id: orders.id, writerId: orders.writerId, writerShare: orders.writerShare },
      ...{ priceCents: orders.priceCents, discount: orders.discount, shortfallCents: orders.shortfallCents },
    })
    .from(orders)
    .where(and(eq(orders.test, false), inArray(orders.writerId, [...writerIds]), payIsHeld))
    .limit(mostOrders);
  return rows.map((row) => ({
    ...{ id: row.id, writerId: row.writerId ?? "", writerShare: row.writerShare },
    reductionCents: reductionCents(row),
  }));
}

const moneyOrder = (row: FactColumns, held: boolean) => {
  const facts = factsOf(row);
  const { id, number, title, status, priceCents, writerShare } = row;
  return {
    // `held`: the work continues, or the time for changes does.
    ...{ id, number, title, status, priceCents, writerShare, held },
    /** What a promotion code took off; the operator pays it. */
    reductionCents: reductionCents(row),
    writerId: row.writerId ?? "",
    shown: statusFor(facts, "writer"),
    /** What the held pay waits for; null when none is held. */
    wait: held ? payWait(facts) : null,
  };
};

/** What a writer has in work or with the client, for admins: the next own deadline first, with client and both dates. */
export async function runningOrdersOf({ db, viewer }: Pick<Ask, "db" | "viewer">, writerId: string) {
  const running: OrderStatus[] = ["assigned", "in_progress", "on_hold", "revision_requested", "delivered", "disputed"];
  const rows = await db
    .select(lightColumns)
    .from(orders)
    .where(and(eq(orders.writerId, writerId), inArray(orders.status, running)))
    .orderBy(
      sql`${orders.status} in ('delivered', 'disputed')`,
      sql`${orders.writerDeadline} asc nulls last`,
      asc(orders.id),
    )
    .limit(100);
  return rows.map((row) => {
    const { id, number, status, clientId, writerDeadline, priceCents, writerShare, test } = row;
    const title = textFor(viewer, clientId, "work", row.title);
    const clientName = nameFor(viewer, clientId, row.clientName);
    const deadline = dueAt(row);
    const shown = statusFor(factsOf(row), "admin");
    return { id, number, title, shown, status, clientName, deadline, writerDeadline, priceCents, writerShare, test };
  });
}

/** Whether an order was paid with test money. */
export async function hasPaidTest(db: Database): Promise<boolean> {
  const [found] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`${orders.test}`, isNotNull(orders.confirmedAt)))
    .limit(1);
  return found !== undefined;
}
