import { boolean, date, index, integer, primaryKey, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { wide } from "#src/platform/database/database.ts";
import type { DocumentKind } from "../domain/document.ts";
import { charges, paymentsSchema, refunds } from "../tables.ts";

/** The last number of each series and year. The row's lock makes a series without gaps: a refused step gives its number back. */
export const documentCounters = paymentsSchema.table(
  "document_counters",
  {
    kind: text().$type<DocumentKind>().notNull(),
    test: boolean().notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.test, t.year] })],
);

/** Receipts and credit notes. Who bought stands in the order; everything else that must not change stands here. */
export const documents = paymentsSchema.table(
  "documents",
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    kind: text().$type<DocumentKind>().notNull(),
    /** Demo and test orders have series of their own. */
    test: boolean().notNull(),
    year: integer().notNull(),
    number: integer().notNull(),
    /** What it is about: a settled charge, or a refund that was sent. */
    chargeId: uuid().references(() => charges.id, { onDelete: "cascade" }),
    refundId: uuid().references(() => refunds.id, { onDelete: "cascade" }),
    cents: wide().notNull(),
    currency: text().notNull(),
    method: text().notNull(),
    /** Tax that the price contains, as it was then: its name, and its rate in hundredths of a percent. */
    taxName: text().notNull(),
    taxRate: integer().notNull(),
    taxCents: wide().notNull(),
    taxNumber: text().notNull(),
    sellerName: text().notNull(),
    sellerAddress: text().notNull(),
    sellerEmail: text().notNull(),
    /** The day in the operator's zone. */
    issuedOn: date({ mode: "string" }).notNull(),
    issuedAt: timestamp({ withTimezone: true, mode: "date" }).notNull(),
  },
  (t) => [
    uniqueIndex("documents_number").on(t.kind, t.test, t.year, t.number),
    uniqueIndex("documents_charge").on(t.chargeId),
    uniqueIndex("documents_refund").on(t.refundId),
    index("documents_order").on(t.orderId, t.issuedAt),
  ],
);
