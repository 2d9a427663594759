import { sql } from "drizzle-orm";
import { boolean, index, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { wide } from "#src/platform/database/columns.ts";
import type { Account } from "../domain/ledger.ts";
import { paymentsSchema } from "../tables.ts";

/**
 * What stands on the account "writer" of an order, by whose it is: the sum of its ledger, kept with each transaction
 * (kept-sums.ts), so that sums of writers cost what is unpaid and not all that was ever earned.
 */
export const writerBalances = paymentsSchema.table(
  "writer_balances",
  {
    writerId: uuid().notNull(),
    orderId: uuid().notNull(),
    cents: wide().notNull(),
    demo: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.writerId] }),
    index("writer_balances_unpaid").on(t.writerId, t.orderId).where(sql`${t.cents} <> 0`),
  ],
);

/** What each order holds: the sum of its account "held", kept with each transaction (kept-sums.ts). */
export const heldOrders = paymentsSchema.table(
  "held_orders",
  {
    orderId: uuid().primaryKey(),
    cents: wide().notNull(),
    demo: boolean().notNull(),
  },
  (t) => [index("held_orders_some").on(t.orderId).where(sql`${t.cents} > 0`)],
);

/** The sum of each account up to an entry of the ledger, without test orders, made anew each night (closed-ledger.ts). */
export const ledgerClosings = paymentsSchema.table("ledger_closings", {
  account: text().$type<Account>().primaryKey(),
  cents: wide().notNull(),
  /** The `seq` of the last transaction that is in it, the same in every row. */
  until: wide().notNull(),
});
