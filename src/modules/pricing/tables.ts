import { index, integer, jsonb, pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Service } from "./domain/names.ts";
import type { Priced } from "./domain/price.ts";

/** A checked input as it lies in the database: instants are text. */
export type KeptInput = Readonly<Record<string, string | number>>;
/** What the price would be for another time to the deadline; `upToHours` null is the last step. */
export type PriceStep = { upToHours: number | null; cents: number };
export type KeptResult = Priced & { ignored: readonly string[]; priceSteps: readonly PriceStep[] };

export const pricing = pgSchema("pricing");
const instant = () => timestamp({ withTimezone: true, mode: "date" });

/** A price made at a moment; used by one order at most (decisions 1). */
export const quotes = pricing.table(
  "quotes",
  {
    id: uuid().primaryKey(),
    /** The account it belongs to; null: whoever holds the id, until its first use. */
    viewer: text(),
    service: text().$type<Service>().notNull(),
    inputs: jsonb().$type<KeptInput>().notNull(),
    result: jsonb().$type<KeptResult>().notNull(),
    tableVersion: integer().notNull(),
    engineVersion: integer().notNull(),
    pricedAt: instant().notNull(),
    validUntil: instant().notNull(),
    usedByOrder: uuid(),
    createdAt: instant().notNull(),
  },
  (t) => [index("quotes_created").on(t.createdAt)],
);

export type KeptQuote = typeof quotes.$inferSelect;
