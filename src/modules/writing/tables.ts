import { boolean, index, integer, pgSchema, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

export const writing = pgSchema("writing");

/** A person who writes for the operator (decisions 4). Clients know the pseudonym only. */
export const writers = writing.table(
  "writers",
  {
    personId: uuid().primaryKey(),
    pseudonym: text().notNull(),
    active: boolean().notNull().default(true),
    capacity: integer().notNull().default(3),
    createdAt: timestamp({ withTimezone: true, mode: "date" }).notNull(),
  },
  (t) => [uniqueIndex("writers_pseudonym").on(t.pseudonym), index("writers_active").on(t.active)],
);
