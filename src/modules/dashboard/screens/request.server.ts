import { redirect } from "react-router";
import { enquirySetting, myAppeal } from "#src/modules/chat/index.server.ts";
import { readingZone } from "#src/modules/operator/index.server.ts";
import { lifeSetting, orderForClient, ownRequest } from "#src/modules/orders/index.server.ts";
import { orPage } from "#src/platform/respond.ts";
import { daysText, retentionSetting } from "#src/platform/retention.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { counted } from "#src/shared/counted.ts";
import { formatDay, formatMoment, localOf, zoneLabel } from "#src/shared/zone.ts";
import { filesOfOrder, methodsLine, workLine } from "./order-content.server.ts";

const formAt: Readonly<Record<string, string>> = { custom: "/custom", quiz: "/quizzesorder", test: "/quizzesorder" };

/** A request that a person reads before it is an order. One that became an order leads to it. */
export async function shownRequest(ctx: Ctx, request: Request, requestId: string) {
  const found = orPage(await ownRequest(ctx, { requestId }), request);
  const { id, state, title, service, sentence, totalCents, answer, asked } = found;
  if (state === "placed") throw redirect(totalCents === null ? `/dashboard/orders/${id}` : `/checkout/${id}`);
  const zone = await readingZone(ctx);
  const { requestDays } = await ctx.runtime.settings.get(retentionSetting);
  const appeal = state === "refused" ? orPage(await myAppeal(ctx, { requestId }), request) : null;
  const { appealHours } = await ctx.runtime.settings.get(enquirySetting);
  return {
    appeal: appeal && {
      text: appeal.text,
      answer: appeal.answer,
      sent: formatMoment(appeal.createdAt, zone),
      by: appeal.answerBy ? formatMoment(appeal.answerBy, zone) : "",
    },
    appealWithin: counted(appealHours, "hour"),
    ...{ id, state, title, sentence, totalCents, answer, asked },
    form: `${formAt[service] ?? "/order"}?request=${id}`,
    keptFor: daysText(requestDays),
    until: formatMoment(found.endsAt, zone),
    sent: formatMoment(found.createdAt, zone),
  };
}
export type ShownRequest = Awaited<ReturnType<typeof shownRequest>>;

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
