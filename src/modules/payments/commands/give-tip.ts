import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { lockOrderForPayment, visibleOrder } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import { done, invalid, refuse } from "#src/shared/outcome.ts";
import { openCharge, voidCharge } from "../charges/align-charge.ts";
import { leastTipCents, mostTipCents } from "../domain/charges.ts";
import { charges } from "../tables.ts";

const input = z.strictObject({ orderId: askedId, cents: z.number().int() });

/**
 * The client names a tip for the writer of finished work: a charge that only the client can pay, and that nobody owes.
 * Another amount takes the place of one that was not paid. Refusals: signed-out, not-found, forbidden (writers), invalid
 * (the amount), conflict (not finished, no writer).
 */
export const giveTip = command<z.infer<typeof input>, { orderId: string }>("payments.give-tip", {
  input,
  run: async (work, { orderId, cents }) => {
    const mine = visibleOrder(await lockOrderForPayment(work, orderId), work.viewer, "checkout");
    if (!mine.ok) return mine;
    const order = mine.value;
    if (order.status !== "completed" || order.writerId === null)
      return refuse("conflict", "A tip can be given when the order is finished.", { data: { status: order.status } });
    if (cents < leastTipCents || cents > mostTipCents)
      return invalid([{ path: "tip", message: "A tip is between $1.00 and $500.00." }]);
    const [open] = await work.tx
      .select()
      .from(charges)
      .where(and(eq(charges.orderId, order.id), eq(charges.purpose, "tip"), eq(charges.state, "open")));
    if (open?.cents === cents) return done({ orderId: order.id });
    if (open) await voidCharge(work, open);
    await openCharge(work, order, { purpose: "tip", cents });
    work.audit({ action: "payments.tip-named", subject: order.id, detail: { cents } });
    return done({ orderId: order.id });
  },
});
