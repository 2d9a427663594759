import { boolean, index, integer, jsonb, pgSchema, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "#src/platform/database/database.ts";

export const adminSchema = pgSchema("admin");

/** A saved list of orders: a name for the filters of its address. */
export const savedViews = adminSchema.table(
  "saved_views",
  {
    id: uuid().primaryKey(),
    personId: uuid().notNull(),
    name: text().notNull(),
    /** The query of `/admin/orders`, without a place in the list. */
    address: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [uniqueIndex("saved_views_name").on(t.personId, t.name)],
);

/** What admins write to each other about an order. Nobody else ever reads it. */
export const orderNotes = adminSchema.table(
  "order_notes",
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    authorId: uuid().notNull(),
    text: text().notNull(),
    /** The colleagues that the text names. */
    mentions: jsonb().$type<string[]>().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [index("order_notes_order").on(t.orderId, t.createdAt, t.id), index("order_notes_author").on(t.authorId)],
);

/**
 * What the set-up guide knows and no other row says: a text that was read, or the newest answer of a check. `of` is a
 * mark of the configuration that was checked: an answer for another one no longer counts.
 */
export const setupMarks = adminSchema.table("setup_marks", {
  key: text().primaryKey(),
  ok: boolean().notNull(),
  message: text().notNull(),
  of: text().notNull(),
  at: instant().notNull(),
});

/** One unpublished version of something on the site an admin, by the key of its setting; kept until it is published or discarded. */
export const siteDrafts = adminSchema.table(
  "site_drafts",
  {
    personId: uuid().notNull(),
    setting: text().notNull(),
    /** The published version that it began with. */
    baseVersion: integer().notNull(),
    base: jsonb().notNull(),
    /** Also what is not right yet. */
    draft: jsonb().notNull(),
    /** Grows with every save. */
    revision: integer().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.personId, t.setting] }), index("site_drafts_setting").on(t.setting)],
);

/** A version of a page that is published at a time: the draft that it was, at most one a page. */
export const plannedPages = adminSchema.table("planned_pages", {
  /** The name of the page. */
  page: text().primaryKey(),
  /** The published version that it began with. */
  baseVersion: integer().notNull(),
  base: jsonb().notNull(),
  draft: jsonb().notNull(),
  at: instant().notNull(),
  /** Who planned it. */
  personId: uuid().notNull(),
  plannedAt: instant().notNull(),
  /** Clients with open orders get an e-mail then. */
  tell: boolean().notNull().default(false),
});
