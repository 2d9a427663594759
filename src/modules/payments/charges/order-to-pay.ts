import { lifeSetting, type Payable } from "#src/modules/orders/index.server.ts";
import { netCents, transferEnd } from "#src/modules/orders/index.ts";
import type { Work } from "#src/platform/work.ts";
import type { ChargePurpose } from "../domain/charges.ts";

/** An order as payments see it; the row is locked where a command holds one. */
export type OrderToPay = Payable;

/**
 * What an unpaid order waits for: its price less the discount, 0 where a code takes off all of it; null when nothing is
 * owed now.
 */
export const owedCents = (
  order: Pick<OrderToPay, "status" | "priceCents" | "discount" | "shortfallCents">,
): number | null =>
  (order.status === "pending" || order.status === "quoted") && order.priceCents ? netCents(order) : null;

/**
 * Until when a transfer for an unpaid order is waited for, counted from now when none was announced before; null for an
 * order that runs.
 */
export async function transferWaitsUntil({ now, ctx }: Work, order: OrderToPay): Promise<Date | null> {
  if (order.status !== "pending" && order.status !== "quoted") return null;
  const since = { deadline: order.deadline, transferSince: order.transferSince ?? now };
  return transferEnd(since, await ctx.runtime.settings.get(lifeSetting));
}

/** Nothing of its price is owed any more. */
export const isEnded = ({ status }: Pick<OrderToPay, "status">): boolean =>
  status === "cancelled" || status === "refunded" || status === "completed";

type Due = Pick<OrderToPay, "status">;

/** The second payment can be made from the delivery on; everything else that is open, at once. */
const isDue = (order: Due, { purpose }: { purpose: ChargePurpose }): boolean =>
  purpose !== "second" || order.status === "delivered";

/** What the checkout asks for now: the most urgent open charge that can be paid. */
export const dueCharge = <C extends { purpose: ChargePurpose }>(order: Due, open: readonly C[]): C | null =>
  open.find((charge) => isDue(order, charge)) ?? null;
