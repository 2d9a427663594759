import { z } from "zod";
import { canSeeAllOrders, orderNumbersOf } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import { mustBeFresh } from "#src/platform/fresh.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { may } from "#src/shared/viewer.ts";

/** What goes into a case file, by the rights of who takes it. */
export type CaseParts = { number: string; money: boolean; support: boolean };

/**
 * An admin takes the whole file of an order: written into the audit trail each time. Money goes into it for who may see
 * money, the conversation with Support for who answers chats. Refusals: not-found, step-up.
 */
export const takeCaseFile = command<{ orderId: string }, CaseParts>("admin.case-file", {
  input: z.strictObject({ orderId: z.string().max(64) }),
  run: async (work, { orderId }) => {
    const { viewer, tx } = work;
    if (!canSeeAllOrders(viewer, "admin") || !z.uuid().safeParse(orderId).success) return notFound();
    const number = (await orderNumbersOf(tx, [orderId])).get(orderId);
    if (number === undefined) return notFound();
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const parts = { money: may(viewer, "money"), support: may(viewer, "chat") };
    work.audit({ action: "order.case-file", subject: orderId, detail: parts });
    return done({ number, ...parts });
  },
});
