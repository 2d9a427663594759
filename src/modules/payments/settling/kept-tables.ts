import { sql } from "drizzle-orm";
import { boolean, index, integer, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, wide } from "#src/platform/database/database.ts";
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
    // With the sums, so that a page of all writers reads the index alone.
    index("writer_balances_unpaid").on(t.writerId, t.orderId, t.cents, t.demo).where(sql`${t.cents} <> 0`),
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
  (t) => [index("held_orders_some").on(t.orderId, t.cents).where(sql`${t.cents} > 0`)],
);

/** The sum of each account up to an entry of the ledger, without test orders; each night adds what was written (ledger-sums.ts). */
export const ledgerClosings = paymentsSchema.table("ledger_closings", {
  account: text().$type<Account>().primaryKey(),
  cents: wide().notNull(),
  /** The `seq` of the last transaction that is in it, the same in every row. */
  until: wide().notNull(),
});

/**
 * What moved in each quarter of an hour, without test orders, up to `ledgerProgress.until`: summed from the ledger by a job
 * (ledger-sums.ts). Days of every time zone begin at a quarter of an hour, so that a chart reads 96 rows for each day.
 */
export const moneyQuarters = paymentsSchema.table("money_quarters", {
  /** When the quarter begins. */
  at: instant().primaryKey(),
  /** What counts as paid for orders, and how many payments that were. */
  settledCents: wide().notNull(),
  payments: wide().notNull(),
  /** What was sent back of the price of orders. */
  refundedCents: wide().notNull(),
  /** All that clients paid and all that was sent back, with tips and money that nothing asked for. */
  receivedCents: wide().notNull(),
  sentBackCents: wide().notNull(),
  releasedCents: wide().notNull(),
});

/** One row: how far the ledger is summed in `moneyQuarters`. */
export const ledgerProgress = paymentsSchema.table("ledger_progress", {
  id: integer().primaryKey(),
  /** The `seq` of the last transaction that is in the sums. */
  until: wide().notNull(),
  /** The last `seq` that was seen, and the next transaction of the database at that moment. */
  seen: wide().notNull(),
  seenBefore: wide().notNull(),
});
