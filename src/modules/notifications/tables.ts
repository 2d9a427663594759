import { sql } from "drizzle-orm";
import { index, pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const notifications = pgSchema("notifications");
const instant = () => timestamp({ withTimezone: true, mode: "date" });

/** What a person is told inside the product: the words of the letter, short, and where it leads. */
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
    index("notices_unread").on(t.personId).where(sql`${t.readAt} is null`),
  ],
);
