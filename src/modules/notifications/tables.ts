import { sql } from "drizzle-orm";
import { index, pgSchema, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#src/platform/database/database.ts";

export const notifications = pgSchema("notifications");

/** A notice inside the product: the short text of the e-mail, and its link. */
export const notices = notifications.table(
  "notices",
  {
    id: uuid().primaryKey(),
    personId: text().notNull(),
    kind: text().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    /** An own path. */
    path: text().notNull(),
    onceKey: text().notNull().unique(),
    at: instant().notNull(),
    readAt: instant(),
  },
  (t) => [
    index("notices_person").on(t.personId, t.at, t.id),
    // One tab of the list, and the paid orders of a day.
    index("notices_kind").on(t.personId, t.kind, t.at, t.id),
    // What an open page follows: the newest change of a person's notices.
    index("notices_changed").on(t.personId, sql`greatest(${t.at}, ${t.readAt})`),
    // What is past its time, read or not.
    index("notices_at").on(t.at),
    index("notices_read").on(t.at).where(sql`${t.readAt} is not null`),
    index("notices_unread").on(t.personId, t.kind, t.at, t.id).where(sql`${t.readAt} is null`),
  ],
);
