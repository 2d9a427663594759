import { and, eq, inArray, ne } from "drizzle-orm";
import { clientsOfOrders } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { refunds } from "../tables.ts";
import { refundAccounts } from "../transfer/transfer-tables.ts";
import { payoutMethods } from "./payout-tables.ts";

type Shared = { clientIds: readonly string[]; writerIds: readonly string[] };

/**
 * Who gave the bank account of this writer, too: clients for a refund that waits, other writers for their payouts.
 * Compared by keyed hashes; no account is opened. It decides nothing.
 */
export async function sharedAccounts(db: Database, writerId: string): Promise<Shared> {
  const [own] = await db.select().from(payoutMethods).where(eq(payoutMethods.writerId, writerId));
  if (!own) return { clientIds: [], writerIds: [] };
  const same = eq(payoutMethods.fingerprint, own.fingerprint);
  const writers = await db
    .select({ id: payoutMethods.writerId })
    .from(payoutMethods)
    .where(and(same, ne(payoutMethods.writerId, writerId)))
    .limit(20);
  const backs = db
    .select({ id: refundAccounts.refundId })
    .from(refundAccounts)
    .where(eq(refundAccounts.fingerprint, own.fingerprint));
  const rows = await db.selectDistinct({ orderId: refunds.orderId }).from(refunds).where(inArray(refunds.id, backs));
  const clients = await clientsOfOrders(
    db,
    rows.map(({ orderId }) => orderId),
  );
  return { clientIds: clients, writerIds: writers.map(({ id }) => id) };
}
