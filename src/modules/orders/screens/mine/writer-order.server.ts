import { shownDeal } from "#src/modules/writing/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { WriterOrder } from "../../index.server.ts";
import { briefOf } from "./order.server.ts";
import { deliveryFileField, filesOfOrder, idsOf, previewOf } from "./order-files.server.ts";
import { shownSayings, shownTexts } from "./order-texts.server.ts";
import { stepsOfPage } from "./take-step.server.ts";
import { momentsIn, readingZone } from "./zone.server.ts";

/** An order as its writer works on it, with every time in words. */
export async function shownWriterOrder(ctx: Ctx, request: Request, order: WriterOrder) {
  const zone = await readingZone(ctx, null);
  const moment = momentsIn(zone);
  const actions = order.actions.map(({ action }) => action);
  const noMoney = { writerName: null, priceCents: null, refundedCents: 0, confirmedAt: null };
  const noReview = { changesUntil: null, afterApproval: null };
  const { id, number, title, status, version, shown, next, client } = order;
  const files = await filesOfOrder(ctx, order);
  const delivers = actions.includes("deliver") || status === "in_progress" || status === "revision_requested";
  const texts = await shownTexts(ctx, request, order, moment, "writer", files);
  return {
    order: { id, number, title, status, version, shown, next, client },
    zone,
    due: moment(order.deadline),
    answerUntil: moment(order.answerUntil),
    deal: await shownDeal(ctx, order, zone),
    actions,
    ...stepsOfPage(request, "W", actions, { number, ...noMoney, ...noReview }),
    texts,
    preview: await previewOf(ctx, request, [...files.order, ...(texts.reading?.files ?? [])]),
    sayings: shownSayings(order.history, moment, { client: order.client, writer: "You" }),
    brief: briefOf(order),
    files: files.order,
    delivers,
    fileField: await deliveryFileField(ctx, id, delivers),
    handedFiles: idsOf(order, files),
  };
}
export type ShownWriterOrder = Awaited<ReturnType<typeof shownWriterOrder>>;
