import { and, asc, eq, inArray } from "drizzle-orm";
import { index, text, uuid } from "drizzle-orm/pg-core";
import { forgetFilesAt } from "#src/modules/files/index.server.ts";
import { type Database, instant } from "#src/platform/database/database.ts";
import type { Work } from "#src/platform/work.ts";
import { deliveries, ordersSchema } from "../tables.ts";

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

/** A report on the originality of a version; `byId` is for the rules alone, pages never name the person. */
export type OriginalityReport = typeof originalityReports.$inferSelect;

/** The reports of these versions, oldest first. For queries that show the versions. */
export const reportsOf = (db: Database, deliveryIds: readonly string[]): Promise<OriginalityReport[]> =>
  deliveryIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(originalityReports)
        .where(inArray(originalityReports.deliveryId, [...deliveryIds]))
        .orderBy(asc(originalityReports.createdAt), asc(originalityReports.id));

/** One report of an order with the number of its version; null when there is none. */
export async function reportOfOrder(db: Database, orderId: string, id: string) {
  const [found] = await db
    .select({ report: originalityReports, delivery: deliveries.number })
    .from(originalityReports)
    .innerJoin(deliveries, eq(deliveries.id, originalityReports.deliveryId))
    .where(and(eq(originalityReports.id, id), eq(deliveries.orderId, orderId)));
  return found ?? null;
}

/** Deletes reports with their files, inside the caller's transaction. */
export async function dropReports(work: Work, reports: readonly Pick<OriginalityReport, "id">[]): Promise<void> {
  const ids = reports.map(({ id }) => id);
  if (ids.length === 0) return;
  await forgetFilesAt(work, "report", ids);
  await work.tx.delete(originalityReports).where(inArray(originalityReports.id, ids));
}
