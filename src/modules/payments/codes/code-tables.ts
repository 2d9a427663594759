import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { DiscountTerms } from "#src/modules/orders/index.ts";
import type { Offer } from "#src/modules/pricing/index.server.ts";
import { instant, wide } from "#src/platform/database/database.ts";
import { paymentsSchema } from "../tables.ts";

/** A code that takes something off a price. Its name stays; what it says counts for whoever enters it afterwards. */
export const promotionCodes = paymentsSchema.table(
  "promotion_codes",
  {
    id: uuid().primaryKey(),
    /** In capitals. */
    code: text().notNull(),
    kind: text().$type<DiscountTerms["kind"]>().notNull(),
    /** One of the two, by the kind; `capCents` is the most that a percent takes off. */
    cents: wide(),
    percent: integer(),
    capCents: wide(),
    minimumCents: wide().notNull().default(0),
    validFrom: instant(),
    validUntil: instant(),
    /** Null: as often as wanted. */
    mostUses: integer(),
    mostPerPerson: integer(),
    /** Empty: all. */
    services: jsonb().$type<Offer[]>().notNull().default([]),
    firstOrderOnly: boolean().notNull().default(false),
    endedAt: instant(),
    version: integer().notNull().default(1),
    createdBy: text().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    demo: boolean().notNull().default(false),
  },
  (t) => [uniqueIndex("promotion_codes_code").on(t.code), index("promotion_codes_newest").on(t.createdAt, t.id)],
);

/** kept: on an order that is not paid yet; used: paid with it; back: free for somebody else. */
export type CodeUseState = "kept" | "used" | "back";

/** Who uses a code, for which order: counted while it is not given back. */
export const promotionUses = paymentsSchema.table(
  "promotion_uses",
  {
    id: uuid().primaryKey(),
    codeId: uuid()
      .notNull()
      .references(() => promotionCodes.id, { onDelete: "cascade" }),
    orderId: uuid().notNull(),
    clientId: uuid().notNull(),
    state: text().$type<CodeUseState>().notNull().default("kept"),
    at: instant().notNull(),
    endedAt: instant(),
    demo: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex("promotion_uses_one").on(t.orderId).where(sql`${t.state} <> 'back'`),
    index("promotion_uses_code").on(t.codeId, t.at).where(sql`${t.state} <> 'back'`),
    index("promotion_uses_client").on(t.clientId),
  ],
);
