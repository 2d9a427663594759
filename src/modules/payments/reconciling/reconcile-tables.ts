import { date, integer, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { wide } from "#src/platform/database/database.ts";
import { paymentsSchema } from "../tables.ts";

/** One day of one provider, its books beside ours; counted again, the newest count stands. */
export const dayComparisons = paymentsSchema.table(
  "day_comparisons",
  {
    /** The day in the operator's zone. */
    day: date({ mode: "string" }).notNull(),
    provider: text().notNull(),
    payments: integer().notNull(),
    theirCents: wide().notNull(),
    ourCents: wide().notNull(),
    onlyTheirs: integer().notNull(),
    onlyOurs: integer().notNull(),
    otherAmount: integer().notNull(),
    /** Payments that could not be asked about. */
    unanswered: integer().notNull(),
    at: timestamp({ withTimezone: true, mode: "date" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.provider] })],
);
