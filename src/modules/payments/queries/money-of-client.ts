import { and, count, desc, eq, inArray, ne, sum } from "drizzle-orm";
import { z } from "zod";
import { canSeeAllOrders, clientSummary, orderTitlesOf } from "#src/modules/orders/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { ledgerEntries, ledgerTransactions, refunds } from "../tables.ts";

const mostRefunds = 5;

/** What is held for a client's orders now, how many refunds there were, and the last of them. Test orders are in no sum. */
export const moneyOfClient = query("payments.money-of-client", {
  input: z.strictObject({ clientId: z.uuid() }),
  run: async ({ db, viewer }, { clientId }) => {
    if (!canSeeAllOrders(viewer, "money")) return notFound();
    const { orderIds } = await clientSummary(db, viewer, clientId);
    if (orderIds.length === 0) return done({ heldCents: 0, count: 0, refunds: [] });
    const which = and(inArray(refunds.orderId, [...orderIds]), ne(refunds.state, "covered"));
    const [[held], [counted], rows] = await Promise.all([
      db
        .select({ cents: sum(ledgerEntries.cents).mapWith(Number) })
        .from(ledgerTransactions)
        .innerJoin(
          ledgerEntries,
          and(eq(ledgerEntries.transactionId, ledgerTransactions.id), eq(ledgerEntries.account, "held")),
        )
        .where(and(inArray(ledgerTransactions.orderId, [...orderIds]), eq(ledgerTransactions.test, false))),
      db.select({ count: count() }).from(refunds).where(which),
      db.select().from(refunds).where(which).orderBy(desc(refunds.createdAt), desc(refunds.id)).limit(mostRefunds),
    ]);
    const titles = await orderTitlesOf(
      db,
      viewer,
      rows.map(({ orderId }) => orderId),
    );
    const shown = rows.map(({ id, orderId, cents, reason, state, createdAt }) => ({
      ...{ id, orderId, cents, reason, state, at: createdAt },
      title: titles.get(orderId) ?? "",
    }));
    return done({ heldCents: held?.cents ?? 0, count: counted?.count ?? 0, refunds: shown });
  },
});
