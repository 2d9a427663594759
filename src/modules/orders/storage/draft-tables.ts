import { index, integer, jsonb, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#src/platform/database/database.ts";
import { ordersSchema } from "../tables.ts";

/** What a writer has filled in and not delivered yet, for the next version. */
export const workDrafts = ordersSchema.table(
  "work_drafts",
  {
    orderId: uuid().notNull(),
    writerId: uuid().notNull(),
    fields: jsonb().$type<Record<string, string>>().notNull(),
    savedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.writerId] }), index("work_drafts_saved").on(t.savedAt)],
);

/** An order form that an account has not sent yet, so that another device can continue with it: one for each account. */
export const formDrafts = ordersSchema.table(
  "form_drafts",
  {
    owner: uuid().primaryKey(),
    path: text().notNull(),
    fields: jsonb().$type<Record<string, string>>().notNull(),
    /** The key under which the form places its order. */
    formKey: text().notNull(),
    /** Who wrote last: another session is another device. */
    sessionId: text().notNull(),
    /** Grows with every write. */
    revision: integer().notNull(),
    savedAt: instant().notNull(),
  },
  (t) => [index("form_drafts_saved").on(t.savedAt)],
);

/** A form that somebody filled in before signing in; the key is the hash of a secret in the address. */
export const drafts = ordersSchema.table(
  "drafts",
  {
    secretHash: text().primaryKey(),
    owner: uuid(),
    path: text().notNull(),
    fields: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [index("drafts_created").on(t.createdAt)],
);
