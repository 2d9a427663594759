import { redirect } from "react-router";
import { readingZone } from "#src/modules/operator/index.server.ts";
import { lifeSetting, orderForClient } from "#src/modules/orders/index.server.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatDay, localOf, zoneLabel } from "#src/shared/zone.ts";
import { methodsLine } from "./methods-line.server.ts";
import { filesOfOrder } from "./order-files.server.ts";
import { workLine } from "./work-line.ts";

/** A request for custom work that waits for its price. Any other own order leads to its page. */
export async function sentRequest(ctx: Ctx, request: Request, orderId: string) {
  const order = orPage(await orderForClient(ctx, { orderId }), request);
  const { id, number, title, deadline } = order;
  if (order.kind !== "custom" || order.status !== "pending" || order.quoteEnded)
    throw redirect(`/dashboard/orders/${id}`);
  const zone = await readingZone(ctx, order.deadlineZone);
  const files = await filesOfOrder(ctx, order);
  const { quoteAlarmHours, quoteHours } = await ctx.runtime.settings.get(lifeSetting);
  return {
    id,
    number,
    title,
    work: workLine(order),
    files: files.order.map(({ name }) => name),
    wished: deadline && {
      day: formatDay(deadline, zone),
      clock: `${localOf(deadline, zone).time}, ${zoneLabel(zone, deadline)}`,
    },
    quoteAlarmHours,
    quoteHours,
    payBy: await methodsLine(ctx.runtime, order),
  };
}
export type SentRequest = Awaited<ReturnType<typeof sentRequest>>;
