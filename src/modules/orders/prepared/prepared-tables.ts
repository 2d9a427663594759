import { index, integer, jsonb, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "#src/platform/database/database.ts";
import { ordersSchema } from "../tables.ts";

/**
 * An order form that a partner's program filled in and a client has not sent yet. When the form has placed its order,
 * the texts go, and the row says to whose partner the order belongs.
 */
export const preparedOrders = ordersSchema.table(
  "prepared_orders",
  {
    id: uuid().primaryKey(),
    partnerId: uuid().notNull(),
    partnerName: text().notNull(),
    /** The partner's own; the same one never leaves a second prepared order. */
    idempotencyKey: text().notNull(),
    /** Of what was sent under it. */
    digest: text().notNull(),
    service: text().notNull(),
    fields: jsonb().$type<Record<string, string>>().notNull(),
    /** What the work cost when it was prepared. */
    priceCents: integer(),
    /** The first account that opened the link. */
    owner: uuid(),
    /** The order, or the request that a person reads first and whose id the order will have. */
    orderId: uuid(),
    /** Since when its client lets the partner read the files of the order. */
    filesAllowedAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex("prepared_orders_once").on(t.partnerId, t.idempotencyKey),
    uniqueIndex("prepared_orders_order").on(t.orderId),
    index("prepared_orders_owner").on(t.owner),
    index("prepared_orders_created").on(t.createdAt),
  ],
);
