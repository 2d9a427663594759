import { eq, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { orders } from "../tables.ts";

/** What a client has ordered and paid: test orders do not count. */
type ClientStanding = { placed: number; open: number; paidCents: number };

/** One client's orders in figures, in one statement. Who may see them is the caller's rule. */
export async function clientStanding(db: Database, clientId: string): Promise<ClientStanding> {
  const [row] = await db
    .select({
      placed: sql<number>`count(*)::int`,
      open: sql<number>`(count(*) filter (where ${orders.status} not in ('completed', 'cancelled', 'refunded')))::int`,
      paidCents: sql<string>`coalesce(sum(${orders.priceCents} - ${orders.refundedCents}) filter (where ${orders.confirmedAt} is not null and not ${orders.test}), 0)`,
    })
    .from(orders)
    .where(eq(orders.clientId, clientId));
  return { placed: row?.placed ?? 0, open: row?.open ?? 0, paidCents: Number(row?.paidCents ?? 0) };
}
