import { z } from "zod";
import { lockOrderForPayment, visibleOrder } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { alignPrice } from "../charges/align-charge.ts";
import { owedCents } from "../charges/order-to-pay.ts";
import { settleZeroCharge } from "../settling/settle.ts";

const input = z.strictObject({ orderId: askedId });

/**
 * The client confirms an own order whose promotion code takes off all of the price: it is paid without a payment. A
 * second click finds it confirmed. Refusals: signed-out, not-found, forbidden (writers), price-changed (something is to
 * be paid by now, `data.totalCents`), conflict (no price is open).
 */
export const confirmFreeOrder = command<z.infer<typeof input>, { orderId: string }>("payments.take-free", {
  input,
  run: async (work, { orderId }) => {
    const mine = visibleOrder(await lockOrderForPayment(work, orderId), work.viewer, "checkout");
    if (!mine.ok) return mine;
    const order = mine.value;
    const confirmed = order.discount?.ofCents !== null && order.discount?.ofCents === order.priceCents;
    if (owedCents(order) === null && confirmed) return done({ orderId: order.id });
    const charge = order.open ? await alignPrice(work, order) : null;
    if (order.lockOver || (charge && charge.cents > 0))
      return refuse("price-changed", "The total has changed. Look at the new one, then pay.", {
        data: { totalCents: charge?.cents ?? owedCents(order) },
      });
    if (!charge) return refuse("conflict", "No price is open for this order.", { data: { status: order.status } });
    const settled = await settleZeroCharge(work, order, charge);
    return settled.ok ? done({ orderId: order.id }) : settled;
  },
});
