import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { isImpersonated } from "#src/shared/viewer.ts";
import { reportBounds, takesReports } from "../domain/originality-report.ts";
import { actorAs, isClosedFor, reporterFor, visibleOrder } from "../domain/policy.ts";
import { saveLocked } from "../steps/save-order.ts";
import { loadOrder, type OrderRow } from "../storage/order-row.ts";
import { reportsOf } from "../storage/report-tables.ts";
import { deliveries } from "../tables.ts";

const opened = z.strictObject({ orderId: askedId });

/** The client looks at the order page after a delivery: from now on the review time counts as seen. */
export const noteOrderOpened = command<z.infer<typeof opened>, null>("orders.note-opened", {
  input: opened,
  run: async (work, { orderId }) => {
    const order = await loadOrder(work.tx, orderId, true);
    if (!order || !actorAs("C", order, work.viewer)) return notFound();
    if (order.pageOpenedAt !== null || order.deliveredAt === null) return done(null);
    await saveLocked(work, order, { pageOpenedAt: work.now });
    return done(null);
  },
});

const reading = z.strictObject({ orderId: askedId, number: z.coerce.number().int().min(1).max(10_000) });

const restFirst = "The work opens when the second payment is made.";

/** The text of a draft or delivery for the people of the order. A client's first look is noted: the refund ladder asks; not that of an admin who looks as the client. */
export const openDelivery = command("orders.open-delivery", {
  input: reading,
  whileImpersonating: true,
  run: async (work, { orderId, number }) => {
    const seen = visibleOrder(await loadOrder(work.tx, orderId), work.viewer, "work");
    if (!seen.ok) return seen;
    const order = seen.value;
    const [found] = await work.tx
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.orderId, order.id), eq(deliveries.number, number)));
    if (!found) return notFound();
    if (found.final && isClosedFor(order, work.viewer)) return refuse("conflict", restFirst);
    const notes = found.openedAt === null && !isImpersonated(work.viewer);
    if (notes && actorAs("C", order, work.viewer)) await noteFirstOpening(work, order.id, found.id);
    const { id, text, words, final, note, createdAt, ticked, pack, declaration, answers, counted } = found;
    return done({
      ...{ id, number, text, words, final, note, at: createdAt, ticked, pack, declaration, answers, counted },
      ...(await reportsFor(work, order, found)),
    });
  },
});

/** The originality reports of a version, with what this viewer may do about them. */
async function reportsFor(work: Work, order: OrderRow, delivery: Pick<typeof deliveries.$inferSelect, "id" | "final">) {
  const reports = await reportsOf(work.tx, [delivery.id]);
  const adds = delivery.final && takesReports(order.status) && reporterFor(order, work.viewer) !== null;
  return {
    takesReport: adds && reports.length < reportBounds.perVersion,
    reports: reports.map(({ byId, deliveryId: _, ...report }) => ({
      ...report,
      removable: reporterFor(order, work.viewer, { byId }) !== null,
    })),
  };
}

async function noteFirstOpening(work: Work, orderId: string, deliveryId: string): Promise<void> {
  const order = await loadOrder(work.tx, orderId, true);
  if (order && order.draftOpenedAt === null) await saveLocked(work, order, { draftOpenedAt: work.now });
  await work.tx
    .update(deliveries)
    .set({ openedAt: work.now })
    .where(and(eq(deliveries.id, deliveryId), isNull(deliveries.openedAt)));
}
