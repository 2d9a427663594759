import { index, pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const checker = pgSchema("checker");

/** Answers that a person asked to keep. What they are about is sealed: only the product, with its secret, reads it. */
export const keptChecks = checker.table(
  "kept_checks",
  {
    id: uuid().primaryKey(),
    ownerId: uuid().notNull(),
    at: timestamp({ withTimezone: true, mode: "date" }).notNull(),
    /** A `KeptSummary`, for the list. */
    summary: text().notNull(),
    /** A `KeptCheck`, with the text. */
    content: text().notNull(),
  },
  (t) => [index("kept_checks_owner").on(t.ownerId, t.at)],
);
