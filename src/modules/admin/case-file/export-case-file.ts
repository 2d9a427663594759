import { z } from "zod";
import { canAnswerChats } from "#src/modules/chat/index.server.ts";
import { canSeeAllOrders, isSealedOrder, orderNumbersOf } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";

/** What goes into a case file, by the rights of who takes it. */
export type CaseParts = { number: string; transfers: boolean; support: boolean };

/**
 * An admin takes the whole file of an order: written into the audit trail each time. The policies that its pages ask
 * decide about proofs of bank transfers and the conversation with Support. Refusals: not-found, step-up.
 */
export const exportCaseFile = command<{ orderId: string }, CaseParts>("admin.case-file", {
  input: z.strictObject({ orderId: z.string().max(64) }),
  run: async (work, { orderId }) => {
    const { viewer, tx } = work;
    if (!canSeeAllOrders(viewer, "admin") || !isId(orderId)) return notFound();
    if (await isSealedOrder(tx, viewer, orderId))
      return refuse("forbidden", "The client’s data is sealed, so no file of this order leaves the shop.");
    const number = (await orderNumbersOf(tx, viewer, [orderId])).get(orderId);
    if (number === undefined) return notFound();
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const parts = { transfers: canSeeAllOrders(viewer, "transfers"), support: canAnswerChats(viewer) };
    work.audit({ action: "order.case-file", subject: orderId, detail: parts });
    return done({ number, ...parts });
  },
});
