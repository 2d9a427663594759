import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgSchema, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { WriterSubject } from "./domain/levels.ts";

export const writing = pgSchema("writing");

/** A person who writes for the operator (decisions 4). Clients know the pseudonym only. */
export const writers = writing.table(
  "writers",
  {
    personId: uuid().primaryKey(),
    pseudonym: text().notNull(),
    active: boolean().notNull().default(true),
    capacity: integer().notNull().default(3),
    /** How far the person has come, from 1; what it pays is a setting. */
    grade: integer().notNull().default(1),
    /** The person's own percent of the price; null: the grade's. */
    sharePercent: integer(),
    subjects: jsonb().$type<WriterSubject[]>().notNull().default(sql`'[]'`),
    /** First and last day off (YYYY-MM-DD, in the operator's zone); both or none. */
    awayFrom: text(),
    awayUntil: text(),
    /** Grows with each change; a form sends it back. */
    version: integer().notNull().default(1),
    createdAt: timestamp({ withTimezone: true, mode: "date" }).notNull(),
  },
  (t) => [uniqueIndex("writers_pseudonym").on(t.pseudonym), index("writers_active").on(t.active)],
);
