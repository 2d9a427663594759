import { sql } from "drizzle-orm";
import { boolean, index, text, uuid } from "drizzle-orm/pg-core";
import { wide } from "#src/platform/database/columns.ts";
import type { Account } from "../domain/ledger.ts";
import { paymentsSchema } from "../tables.ts";

/** What each order holds: the sum of its account "held", kept with each transaction (held-orders.ts). */
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
