import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { isHandoverField } from "../domain/handover.ts";
import { actorAs } from "../domain/policy.ts";
import type { OrderStatus } from "../domain/states.ts";
import { stageText } from "../domain/status-labels.ts";
import { workDrafts } from "../storage/draft-tables.ts";
import { loadOrder } from "../storage/order-row.ts";

/** Where somebody still writes on a version; a pause does not stop that. */
const writing: readonly OrderStatus[] = ["in_progress", "on_hold", "revision_requested"];

const field = z.string().max(200_000, "Use at most 200,000 characters.");
const input = z.strictObject({
  orderId: askedId,
  fields: z
    .record(z.string().max(40), field)
    .refine((fields) => Object.keys(fields).length <= 200, "Send fewer fields."),
});
type Input = z.infer<typeof input>;

/** Keeps what a writer has filled in for the next version, for this writer alone; the later one of two tabs stands. */
export const keepWork = command<Input, { savedAt: Date }>("orders.keep-work", {
  input,
  run: async (work, { orderId, fields }) => {
    if (work.viewer.kind === "guest") return refuse("signed-out", "Sign in to save it.");
    const order = await loadOrder(work.tx, orderId);
    const writer = order && actorAs("W", order, work.viewer);
    if (!order || !writer) return notFound();
    if (!writing.includes(order.status))
      return refuse("conflict", `The order is ${stageText(order)}, so nothing can be saved.`);
    const kept = Object.fromEntries(
      Object.entries(fields).filter(([name, text]) => isHandoverField(name) && text !== ""),
    );
    const row = { orderId: order.id, writerId: writer.id, fields: kept, savedAt: work.now };
    await work.tx
      .insert(workDrafts)
      .values(row)
      .onConflictDoUpdate({
        target: [workDrafts.orderId, workDrafts.writerId],
        set: { fields: kept, savedAt: work.now },
      });
    return done({ savedAt: work.now });
  },
});
