import type { Payable } from "#src/modules/orders/index.server.ts";

/** An order as payments see it; the row is locked where a command holds one. */
export type OrderToPay = Payable;

/** The price that an unpaid order waits for; null when nothing is owed now. */
export const owedCents = (order: Pick<OrderToPay, "status" | "priceCents">): number | null =>
  (order.status === "pending" || order.status === "quoted") && order.priceCents ? order.priceCents : null;
