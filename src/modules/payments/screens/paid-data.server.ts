import { lifeSetting } from "#src/modules/orders/index.server.ts";
import { type LifeSettings, type RefundRules, reviewDays, reviewEndFor } from "#src/modules/orders/index.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatDay, formatMoment, localOf, zoneLabel } from "#src/shared/zone.ts";
import { moneyForOrder, openCheckout, type ReturnResult } from "../index.server.ts";
import { shownCheckout } from "./shown-checkout.server.ts";

const hoursLabel = (count: number): string => (count === 1 ? "1 hour" : `${count} hours`);

/** Until the work starts: what cancelling gives back. */
const untilStarted = ({ unstartedPercent }: RefundRules): string =>
  unstartedPercent === 100
    ? "Until the work starts, cancelling gives you everything back."
    : `Until the work starts, cancelling gives you ${unstartedPercent}% back.`;

const whenMissed = ({ missedPercent, creditMaxPercent }: RefundRules): string => {
  if (missedPercent === 100 && creditMaxPercent > 0)
    return "This is the latest time. If we miss it, the price goes down, or you get everything back.";
  return "This is the latest time. The guarantees say how much money you get back if we miss it.";
};

/** The moments after a payment, for an order that waits for its writer; what it was promised is in its rules. */
function momentsOf(order: ReturnResult["order"], life: LifeSettings, zone: string) {
  const readUntil = reviewEndFor(order);
  const days = reviewDays(order);
  return {
    choose: `The writer we ask has ${hoursLabel(life.acceptHours)} to accept. If the writer says no, we ask another one. ${untilStarted(order.rules.refund)}`,
    deadline: order.deadline && {
      day: formatDay(order.deadline, zone),
      clock: `${localOf(order.deadline, zone).time}, ${zoneLabel(zone, order.deadline)}`,
      text: whenMissed(order.rules.refund),
    },
    read: {
      days: `${days} ${days === 1 ? "day" : "days"} to read`,
      until: readUntil && `to ${formatDay(readUntil, zone)}`,
    },
  };
}

/** All that the page after a payment shows: the slip, how it was paid, and what happens next with its times. */
export async function paidData(ctx: Ctx, request: Request, order: ReturnResult["order"]) {
  const [checkout, money] = [
    orPage(await openCheckout(ctx, { orderId: order.id }), request),
    orPage(await moneyForOrder(ctx, { orderId: order.id }), request),
  ];
  const shown = await shownCheckout(ctx, checkout);
  const payment = money.payments.findLast(({ verdict }) => verdict === "settle");
  const restCents = shown.stage.kind === "paid" ? shown.stage.restCents : 0;
  return {
    shown,
    paidCents: money.paidCents,
    restCents,
    moments: momentsOf(order, await ctx.runtime.settings.get(lifeSetting), shown.zone),
    receipt: money.documents.findLast(({ kind }) => kind === "receipt")?.number ?? null,
    paid: payment && { method: payment.method, at: formatMoment(payment.at, shown.zone) },
  };
}
export type PaidData = Awaited<ReturnType<typeof paidData>>;
