import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { Ask } from "#src/platform/query.ts";
import { nameFor, textFor } from "#src/shared/viewer.ts";
import { dueAt } from "../domain/deadlines.ts";
import { reductionCents } from "../domain/discount.ts";
import { payWait } from "../domain/pay-held.ts";
import type { OrderStatus } from "../domain/states.ts";
import { statusFor } from "../domain/status-labels.ts";
import { type FactColumns, factsOf } from "../storage/order-row.ts";
import { orders } from "../tables.ts";
import { lightColumns } from "./shown-columns.ts";
import { payIsHeld } from "./writer-figures.ts";

/** What the money of a writer's order is shown with; the client and the price stay out. */
export type MoneyOrder = ReturnType<typeof moneyOrder>;

const most = 5_000;

/** Orders of these writers whose pay is held, and those of `ids`, whoever has them now. Test orders stay out. */
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
    .limit(most);
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
    .limit(most);
  return rows.map((row) => ({
    ...{ id: row.id, writerId: row.writerId ?? "", writerShare: row.writerShare, held: true },
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
