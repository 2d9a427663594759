import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { canSeeAllOrders } from "#src/modules/orders/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { balancesOf } from "../domain/ledger.ts";
import { ledgerEntries, ledgerTransactions } from "../tables.ts";

/** Every ledger transaction of an order, oldest first, with the balances after them. For admins; refuses not-found. */
export const ledgerOfOrder = query("payments.ledger-of-order", {
  input: z.strictObject({ orderId: z.uuid() }),
  run: async ({ db, viewer }, { orderId }) => {
    if (!canSeeAllOrders(viewer, "ledger")) return notFound();
    const rows = await db
      .select({ head: ledgerTransactions, entry: ledgerEntries })
      .from(ledgerTransactions)
      .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
      .where(eq(ledgerTransactions.orderId, orderId))
      .orderBy(asc(ledgerTransactions.seq), asc(ledgerEntries.account));
    const lines = [...Map.groupBy(rows, ({ head }) => head.id)].flatMap(([id, parts]) => {
      const [first] = parts;
      if (!first) return [];
      const postings = parts.map(({ entry: { account, cents } }) => ({ account, cents }));
      return [{ id, at: first.head.at, kind: first.head.kind, postings }];
    });
    const balances = balancesOf(lines.map(({ kind, postings }) => ({ kind, paidBy: null, postings })));
    return done({ lines, balances });
  },
});
