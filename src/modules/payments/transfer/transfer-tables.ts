import { date, index, text, uuid } from "drizzle-orm/pg-core";
import { instant, wide } from "#src/platform/database/database.ts";
import { referenceForm } from "#src/platform/database/search.ts";
import { paymentsSchema, refunds } from "../tables.ts";

/** What clients were asked to send, each under a reference of its own. */
export const transferRequests = paymentsSchema.table(
  "transfer_requests",
  {
    /** Our attempt's id, which is also the key of the call. */
    attemptId: uuid().primaryKey(),
    orderNumber: text().notNull(),
    /** What the client writes on the transfer: the order's number and a count. */
    reference: text().notNull().unique(),
    cents: wide().notNull(),
    currency: text().notNull(),
    endsAt: instant().notNull(),
    closedAt: instant(),
  },
  (t) => [index("transfer_requests_reference").on(referenceForm(t.reference))],
);

/** What admins read on the bank statement. It counts when it is confirmed; the same line is never entered twice. */
export const transferReceipts = paymentsSchema.table(
  "transfer_receipts",
  {
    id: uuid().primaryKey(),
    attemptId: uuid()
      .notNull()
      .references(() => transferRequests.attemptId, { onDelete: "cascade" }),
    orderId: uuid().notNull(),
    cents: wide().notNull(),
    currency: text().notNull(),
    /** The day on the statement. */
    receivedOn: date({ mode: "string" }).notNull(),
    bankReference: text().notNull().unique(),
    enteredBy: text().notNull(),
    enteredAt: instant().notNull(),
    confirmedBy: text(),
    /** Null: a second admin has not looked yet. */
    confirmedAt: instant(),
  },
  (t) => [
    index("transfer_receipts_attempt").on(t.attemptId),
    index("transfer_receipts_order").on(t.orderId),
    index("transfer_receipts_reference").on(referenceForm(t.bankReference)),
  ],
);

/** What goes back by transfer; a person sends it. */
export const transferRefunds = paymentsSchema.table(
  "transfer_refunds",
  {
    /** Our refund's id, which is also the key of the call. */
    id: uuid().primaryKey(),
    receiptId: uuid()
      .notNull()
      .references(() => transferReceipts.id, { onDelete: "cascade" }),
    cents: wide().notNull(),
    currency: text().notNull(),
    sentAt: instant(),
    bankReference: text(),
  },
  (t) => [
    index("transfer_refunds_receipt").on(t.receiptId),
    index("transfer_refunds_reference").on(referenceForm(t.bankReference)),
  ],
);

/** Where a client wants a refund to go: sealed, and gone when the money is sent. */
export const refundAccounts = paymentsSchema.table("refund_accounts", {
  refundId: uuid()
    .primaryKey()
    .references(() => refunds.id, { onDelete: "cascade" }),
  sealed: text().notNull(),
  /** A keyed hash of the account, to see that a writer is paid to the same one; null in rows from before it was kept. */
  fingerprint: text(),
  givenAt: instant().notNull(),
});
