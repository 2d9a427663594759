import { integer, pgSchema, text } from "drizzle-orm/pg-core";
import { instant } from "#src/platform/database/columns.ts";

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
