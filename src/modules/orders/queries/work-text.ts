import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { visibleOrder } from "../domain/policy.ts";
import { loadOrder, type OrderRow } from "../storage/order-row.ts";
import { type OriginalityReport, reportsOf } from "../storage/report-rows.ts";
import { deliveries } from "../tables.ts";

export type WorkText = { orderId: string; orderNumber: string; number: number; final: boolean; text: string } & Pick<
  typeof deliveries.$inferSelect,
  "ticked" | "pack" | "declaration" | "answers" | "counted"
> & { reports: readonly OriginalityReport[] };

const input = z.strictObject({ orderId: askedId, number: z.coerce.number().int().min(1).max(10_000) });

/** The text of a draft or delivery, and its details, for its writer and for admins; a client never learns from here that there is one. */
export const workText = query<z.infer<typeof input>, WorkText>("orders.work-text", {
  input,
  run: async ({ db, viewer }, { orderId, number }) => {
    const seen = visibleOrder(await loadOrder(db, orderId), viewer, "unopened");
    if (!seen.ok) return seen;
    const { id, text, final, ticked, pack, declaration, answers, counted } = deliveries;
    const [found] = await db
      .select({ id, text, final, ticked, pack, declaration, answers, counted })
      .from(deliveries)
      .where(and(eq(deliveries.orderId, seen.value.id), eq(deliveries.number, number)));
    if (!found) return notFound();
    const { id: deliveryId, ...work } = found;
    const reports = await reportsOf(db, [deliveryId]);
    return done({ orderId: seen.value.id, orderNumber: seen.value.number, number, ...work, reports });
  },
});

/** What the work is: the fields that say it, under their own names. */
export const workFields = (row: OrderRow) => ({
  service: row.service,
  serviceType: row.serviceType,
  serviceName: row.serviceName,
  title: row.title,
  instructions: row.instructions,
  subject: row.subject,
  orderType: row.orderType,
  spacing: row.spacing,
  pages: row.pages,
  citedSources: row.citedSources,
  projectSize: row.projectSize,
  projectType: row.projectType,
  course: row.course,
  software: row.software,
  difficulty: row.difficulty,
  testType: row.testType,
  academicLevel: row.academicLevel,
  citationStyle: row.citationStyle,
  languageVariant: row.languageVariant,
  checklist: row.checklist,
  tutoring: row.tutoring,
  wordCount: row.wordCount,
  attachments: row.attachments,
});
