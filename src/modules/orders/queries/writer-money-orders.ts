import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { discountCents } from "../domain/discount.ts";
import type { LifeSettings } from "../domain/life-settings.ts";
import { type PayWait, payWait } from "../domain/pay-held.ts";
import type { OrderStatus } from "../domain/states.ts";
import { type StatusLabel, statusFor } from "../domain/status-labels.ts";
import { type FactColumns, factsOf } from "../order-row.ts";
import { orders } from "../tables.ts";
import { lightColumns } from "./shown-columns.ts";
import { payIsHeld } from "./writer-figures.ts";

/** What the money of a writer's order is shown with; the client and the price stay out. */
export type MoneyOrder = {
  id: string;
  number: string;
  title: string;
  status: OrderStatus;
  shown: StatusLabel;
  writerId: string;
  priceCents: number | null;
  /** What a promotion code took off; the operator bears it. */
  discountCents: number;
  writerShare: number | null;
  /** The pay is held: the work goes on, or the time for changes does. */
  held: boolean;
  /** What the held pay waits for; null when none is held. */
  wait: PayWait | null;
};

const most = 5_000;

/** Orders of these writers whose pay is held, and those of `ids`, whoever has them now. Test orders stay out. */
export async function ordersWithMoney(
  db: Database,
  { writerIds, ids = [] }: { writerIds: readonly string[]; ids?: readonly string[] },
  settings: LifeSettings,
): Promise<readonly MoneyOrder[]> {
  if (writerIds.length === 0) return [];
  const held = and(inArray(orders.writerId, [...writerIds]), payIsHeld);
  const rows = await db
    .select({ ...lightColumns, held: sql<boolean>`coalesce(${held}, false)` })
    .from(orders)
    .where(and(eq(orders.test, false), ids.length > 0 ? or(held, inArray(orders.id, [...ids])) : held))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(most);
  return rows.map((row) => moneyOrder(row, row.held, settings));
}

const moneyOrder = (row: FactColumns, held: boolean, settings: LifeSettings): MoneyOrder => {
  const facts = factsOf(row);
  const { id, number, title, status, priceCents, writerShare } = row;
  return {
    ...{ id, number, title, status, priceCents, writerShare, held },
    discountCents: discountCents(row),
    writerId: row.writerId ?? "",
    shown: statusFor(facts, "writer"),
    wait: held ? payWait(facts, settings) : null,
  };
};

/** An order that a writer has, for admins: with its client and both deadlines. */
export type WriterWork = {
  id: string;
  number: string;
  title: string;
  shown: StatusLabel;
  status: OrderStatus;
  clientName: string;
  deadline: Date | null;
  writerDeadline: Date | null;
  priceCents: number | null;
  writerShare: number | null;
  test: boolean;
};

/** What a writer has in work or with the client, the next own deadline first. */
export async function runningOrdersOf(db: Database, writerId: string): Promise<readonly WriterWork[]> {
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
    const { id, number, title, status, clientName, deadline, writerDeadline, priceCents, writerShare, test } = row;
    const shown = statusFor(factsOf(row), "admin");
    return { id, number, title, shown, status, clientName, deadline, writerDeadline, priceCents, writerShare, test };
  });
}
