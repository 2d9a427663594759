import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgSchema, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "#src/platform/database/database.ts";
import type { Service } from "./domain/names.ts";
import type { Priced } from "./domain/price.ts";
import type { PricingTable } from "./domain/tables.ts";
import type { PriceDraft } from "./editor/draft.ts";

/** A checked input as it lies in the database: instants are text. */
export type KeptInput = Readonly<Record<string, string | number>>;
/** What the price would be for another time to the deadline; `upToHours` null is the last step. */
export type PriceStep = { upToHours: number | null; cents: number };
export type KeptResult = Priced & { ignored: readonly string[]; priceSteps: readonly PriceStep[] };

export const pricing = pgSchema("pricing");

/** A price made at a moment; used by one order at most. */
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

/** One unpublished table a person; what is typed stays here until it is published or discarded. */
export const priceDrafts = pricing.table("price_drafts", {
  personId: text().primaryKey(),
  /** The published version that it began with. */
  baseVersion: integer().notNull(),
  base: jsonb().$type<PricingTable>().notNull(),
  draft: jsonb().$type<PriceDraft>().notNull(),
  /** Grows with every save. */
  revision: integer().notNull(),
  updatedAt: instant().notNull(),
});

/** Every price table that was published or is to be; published rows never change. */
export const publications = pricing.table(
  "publications",
  {
    id: uuid().primaryKey(),
    state: text().$type<"published" | "scheduled" | "withdrawn">().notNull(),
    /** The version that it became. */
    version: integer().unique(),
    table: jsonb().$type<PricingTable>().notNull(),
    /** The version that its author saw. */
    baseVersion: integer().notNull(),
    /** When it became, or becomes, the price list. */
    at: instant().notNull(),
    createdAt: instant().notNull(),
    /** Who: an account's id, or "system:pricing" for the first table. */
    author: text().notNull(),
    reason: text().notNull(),
    /** The version that it went back to. */
    backTo: integer(),
  },
  (t) => [
    index("publications_newest").on(t.createdAt, t.id),
    uniqueIndex("publications_one_scheduled").on(t.state).where(sql`${t.state} = 'scheduled'`),
  ],
);

export type Publication = typeof publications.$inferSelect;
