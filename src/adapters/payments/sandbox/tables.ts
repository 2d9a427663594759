import { boolean, index, pgSchema, text, uuid } from "drizzle-orm/pg-core";
import { instant, wide } from "#src/platform/database/database.ts";

/** The sandbox provider's own books: nothing of ours reads them but its adapter. */
export const sandboxSchema = pgSchema("sandbox");

/** A payment page that was opened for one of our attempts. */
export const pages = sandboxSchema.table("pages", {
  /** Our attempt's id, which is also the key of the call. */
  id: uuid().primaryKey(),
  provider: text().notNull(),
  orderNumber: text().notNull(),
  cents: wide().notNull(),
  currency: text().notNull(),
  returnTo: text().notNull(),
  endsAt: instant().notNull(),
  declinedAt: instant(),
  /** The shop ended the page. */
  closedAt: instant(),
  createdAt: instant().notNull(),
});

export const payments = sandboxSchema.table(
  "payments",
  {
    id: text().primaryKey(),
    pageId: uuid()
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    cents: wide().notNull(),
    currency: text().notNull(),
    feeCents: wide().notNull(),
    at: instant().notNull(),
  },
  (t) => [index("sandbox_payments_page").on(t.pageId)],
);

/** Refunds under the key of the one who asked: asked twice is one row. */
export const refunds = sandboxSchema.table(
  "refunds",
  {
    key: uuid().primaryKey(),
    paymentId: text()
      .notNull()
      .references(() => payments.id, { onDelete: "cascade" }),
    cents: wide().notNull(),
    state: text().$type<"pending" | "succeeded" | "failed">().notNull(),
    /** Sent at the provider, not asked for by the shop. */
    elsewhere: boolean().notNull().default(false),
    at: instant().notNull(),
  },
  (t) => [index("sandbox_refunds_payment").on(t.paymentId)],
);

/** Payments that the pretended bank questions. */
export const disputes = sandboxSchema.table("disputes", {
  id: text().primaryKey(),
  paymentId: text()
    .notNull()
    .references(() => payments.id, { onDelete: "cascade" }),
  cents: wide().notNull(),
  state: text().$type<"open" | "won" | "lost">().notNull(),
});
