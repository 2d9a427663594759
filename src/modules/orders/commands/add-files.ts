import { z } from "zod";
import { attachFiles } from "#src/modules/files/index.server.ts";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import { done, invalid, notFound, refuse } from "#src/shared/outcome.ts";
import type { AnyOrderEventName } from "../domain/entries-and-events.ts";
import { actorAs } from "../domain/policy.ts";
import type { OrderStatus } from "../domain/states.ts";
import { stageText } from "../domain/status-labels.ts";
import { noteFileNames } from "../passages/note-passages.ts";
import { saveLocked } from "../steps/save-order.ts";
import { fileIds, loadOrder } from "../storage/order-row.ts";

const over: readonly OrderStatus[] = ["completed", "cancelled", "refunded"];
export const takesFiles = (status: OrderStatus): boolean => !over.includes(status);

const input = z.strictObject({ orderId: askedId, files: fileIds });

/**
 * The client adds files to an own order that is not over. It changes no state: a writer who hands over at the
 * same moment is not held up. Refuses signed-out, not-found, conflict (the order is over), invalid.
 */
export const addFiles = command<z.infer<typeof input>, { attachments: string[] }>("orders.add-files", {
  input,
  run: async (work, { orderId, files }) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to add files.");
    const order = await loadOrder(work.tx, orderId, true);
    const client = order && actorAs("C", order, work.viewer);
    if (!order || !client) return notFound();
    if (!takesFiles(order.status))
      return refuse("conflict", `The order is ${stageText(order)}, so no file can be added.`);
    if (files.length === 0) return invalid([{ path: "files", message: "Choose a file first." }]);
    const attached = await attachFiles(work, { ids: files, purpose: "order", subject: order.id });
    if (!attached.ok) return attached;
    const fresh = attached.value.flatMap(({ address }) => (order.attachments.includes(address) ? [] : address));
    const attachments = [...order.attachments, ...fresh];
    await saveLocked(work, order, { attachments });
    await noteFileNames(work, { orderId: order.id, actor: client, files: attached.value });
    work.audit({ action: "order.add-files", subject: order.id, detail: { files: fresh.length } });
    const { number, clientId, writerId } = order;
    work.emit({
      name: "order.files-added" satisfies AnyOrderEventName,
      subject: order.id,
      payload: { number, clientId, writerId, files: fresh.length },
    });
    return done({ attachments });
  },
});
