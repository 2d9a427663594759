import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgSchema, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ApplicationFields, ApplicationState, WriterSubject } from "./domain/application.ts";

export const writing = pgSchema("writing");

/** A person who writes for the operator. Clients know the pseudonym only. */
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
  (t) => [
    uniqueIndex("writers_pseudonym").on(t.pseudonym),
    index("writers_active").on(t.pseudonym, t.personId).where(sql`${t.active}`),
  ],
);

/** An application to write, one row a person. Its samples are files attached to its id. */
export const applications = writing.table(
  "applications",
  {
    id: uuid().primaryKey(),
    personId: uuid().notNull(),
    state: text().$type<ApplicationState>().notNull().default("draft"),
    /** As the form has them; `domain/application.ts` reads them. */
    fields: jsonb().$type<ApplicationFields>().notNull(),
    /** The version of the fair-work terms that was agreed to, with the sending. */
    termsVersion: text(),
    sentAt: timestamp({ withTimezone: true, mode: "date" }),
    /** What an admin asked last, and when. */
    question: text(),
    askedAt: timestamp({ withTimezone: true, mode: "date" }),
    /** Why it was declined, for the applicant. */
    reason: text(),
    decidedAt: timestamp({ withTimezone: true, mode: "date" }),
    decidedBy: uuid(),
    /** Grows with each change; a form sends it back. */
    version: integer().notNull().default(1),
    createdAt: timestamp({ withTimezone: true, mode: "date" }).notNull(),
    updatedAt: timestamp({ withTimezone: true, mode: "date" }).notNull(),
  },
  (t) => [uniqueIndex("applications_person").on(t.personId), index("applications_state").on(t.state, t.sentAt)],
);

/** What the team says about a writer; the writer does not see it. */
export const writerNotes = writing.table(
  "writer_notes",
  {
    id: uuid().primaryKey(),
    writerId: uuid().notNull(),
    authorId: uuid().notNull(),
    text: text().notNull(),
    createdAt: timestamp({ withTimezone: true, mode: "date" }).notNull(),
  },
  (t) => [index("writer_notes_writer").on(t.writerId, t.id), index("writer_notes_author").on(t.authorId)],
);
