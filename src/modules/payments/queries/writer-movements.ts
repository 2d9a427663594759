import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { payoutOrders, writerIdOf } from "#src/modules/orders/index.server.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { ledgerEntries, ledgerTransactions } from "../tables.ts";

/** What came to a writer's balance, or left it. */
export type WriterMovement = Answer<typeof myMovements>["movements"][number];

const most = 10_000;

const input = z.strictObject({ from: z.date().nullable(), before: z.date().nullable() });

/**
 * The viewer's movements as a writer, oldest first, from one instant until before another (null: no bound). Test
 * orders stay out. Refuses not-found for everybody else.
 */
export const myMovements = query("payments.my-movements", {
  input,
  run: async ({ db, viewer }, { from, before }) => {
    const payee = writerIdOf(viewer);
    if (payee === null) return notFound();
    const { id, at, seq, kind, orderId, test, writerId } = ledgerTransactions;
    const mine = and(eq(writerId, payee), eq(test, false));
    const ofWriter = and(eq(ledgerEntries.transactionId, id), eq(ledgerEntries.account, "writer"));
    const sum = sql<number>`coalesce(sum(${ledgerEntries.cents}), 0)`.mapWith(Number);
    const [open] = from
      ? await db
          .select({ cents: sum })
          .from(ledgerTransactions)
          .innerJoin(ledgerEntries, ofWriter)
          .where(and(mine, lt(at, from)))
      : [];
    const rows = await db
      .select({ at, kind, orderId, cents: ledgerEntries.cents })
      .from(ledgerTransactions)
      .innerJoin(ledgerEntries, ofWriter)
      .where(and(mine, from ? gte(at, from) : undefined, before ? lt(at, before) : undefined))
      .orderBy(asc(seq))
      .limit(most);
    const orders = await payoutOrders(
      db,
      viewer,
      rows.map((row) => row.orderId),
    );
    return done({
      /** Before the first movement; with all of them it is what is not paid out at the end. */
      openCents: open?.cents ?? 0,
      movements: rows.map(({ orderId: order, ...row }) => {
        const { number = "", title = "Removed" } = orders.get(order) ?? {};
        return { ...row, order: { id: order, number, title } };
      }),
    });
  },
});
