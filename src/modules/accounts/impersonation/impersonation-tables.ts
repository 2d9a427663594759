import { sql } from "drizzle-orm";
import { index, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "#src/platform/database/database.ts";
import { accounts, people } from "../tables.ts";

/** An admin who sees the pages as a person does, for a while: read by that person, too. */
export const impersonations = accounts.table(
  "impersonations",
  {
    id: uuid().primaryKey(),
    personId: uuid()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    adminId: uuid().notNull(),
    /** The admin's session, in which alone it counts; it may be gone since. */
    sessionId: uuid().notNull(),
    reason: text().notNull(),
    startedAt: instant().notNull(),
    /** When it ends by itself. */
    endsAt: instant().notNull(),
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex("impersonations_running").on(t.sessionId).where(sql`${t.endedAt} is null`),
    index("impersonations_person").on(t.personId, t.startedAt),
  ],
);
