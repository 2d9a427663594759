import { index, jsonb, pgSchema, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Scope } from "#src/shared/viewer.ts";

export const api = pgSchema("api");
const instant = () => timestamp({ withTimezone: true, mode: "date" });

/** Keys of programs. The key itself is shown once and not kept. */
export const keys = api.table(
  "keys",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    scopes: jsonb().$type<Scope[]>().notNull(),
    /** The part of the key that may be read, and finds the row. */
    prefix: text().notNull(),
    /** Of the whole key, with a key of the installation's secret: a copy of the database lets nobody in. */
    hash: text().notNull(),
    createdAt: instant().notNull(),
    createdBy: uuid().notNull(),
    /** Null: it does not end by itself. */
    expiresAt: instant(),
    /** Within ten minutes. */
    lastUsedAt: instant(),
    revokedAt: instant(),
    revokedBy: uuid(),
  },
  (t) => [uniqueIndex("api_keys_prefix").on(t.prefix), index("api_keys_newest").on(t.createdAt, t.id)],
);
