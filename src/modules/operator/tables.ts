import { integer, jsonb, pgSchema, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { instant } from "#src/platform/database/database.ts";
import type { PageText } from "./pages/page-text.ts";

export const operatorSchema = pgSchema("operator");

/** Logos and icons of drafts and of every published version, cleaned. Everybody who has the address reads them. */
export const brandPictures = operatorSchema.table("brand_pictures", {
  /** Made from the bytes, so the same picture is kept once. */
  id: text().primaryKey(),
  type: text().$type<"svg" | "png">().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  /** Base64. */
  data: text().notNull(),
  createdAt: instant().notNull(),
});

/** Every version of a text that people accept, as it was read: with what settings printed into it. Never changed. */
export const legalVersions = operatorSchema.table(
  "legal_versions",
  {
    /** The name of its page. */
    name: text().notNull(),
    version: text().notNull(),
    /** Made of its words: the same words are the same version, also when they come back. */
    digest: text().notNull(),
    page: jsonb().$type<PageText>().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.version] }), unique("legal_versions_digest").on(t.name, t.digest)],
);
