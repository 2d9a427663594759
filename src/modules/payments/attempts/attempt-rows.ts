import { newId } from "#src/platform/ids.ts";
import type { OrderToPay } from "../charges/order-to-pay.ts";
import type { ChargeRow } from "../settling/books.ts";
import type { attempts } from "../tables.ts";

type Begun = { provider: string; startedAt: Date; endsAt: Date };

/** The row of a new attempt to pay the whole charge. */
export const newAttempt = (charge: ChargeRow, order: OrderToPay, begun: Begun): typeof attempts.$inferInsert => ({
  id: newId(),
  chargeId: charge.id,
  orderId: order.id,
  orderNumber: order.number,
  cents: charge.cents,
  currency: charge.currency,
  ...begun,
});
