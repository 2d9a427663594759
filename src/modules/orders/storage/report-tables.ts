import { index, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#src/platform/database/database.ts";
import { ordersSchema } from "../tables.ts";

/** Reports on the originality of a version, made elsewhere: a file (purpose `report`, of the row's id) or a link. */
export const originalityReports = ordersSchema.table(
  "originality_reports",
  {
    id: uuid().primaryKey(),
    deliveryId: uuid().notNull(),
    name: text().notNull(),
    /** The service or program that made it. */
    maker: text().notNull(),
    /** The day that it names, YYYY-MM-DD. */
    madeOn: text().notNull(),
    /** An https address, which is shown and never opened by the server; null: a file. */
    link: text(),
    byKind: text().$type<"W" | "A">().notNull(),
    byId: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [index("originality_reports_delivery").on(t.deliveryId)],
);
