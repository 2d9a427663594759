import type { Ctx } from "#src/platform/house.ts";
import type { WriterOrder } from "../../index.server.ts";
import { briefOf } from "./order.server.ts";
import { shownSayings, shownTexts } from "./order-texts.server.ts";
import { momentsIn, readingZone } from "./zone.server.ts";

/** An order as its writer works on it, with every time in words. */
export async function shownWriterOrder(ctx: Ctx, request: Request, order: WriterOrder) {
  const zone = await readingZone(ctx, null);
  const moment = momentsIn(zone);
  const actions = order.actions.map(({ action }) => action);
  const step = new URL(request.url).searchParams.get("step") ?? "";
  const { id, number, title, status, version, shown, next, client } = order;
  return {
    order: { id, number, title, status, version, shown, next, client },
    zone,
    due: moment(order.deadline),
    answerUntil: moment(order.answerUntil),
    actions,
    step: actions.find((action) => action === step) ?? null,
    texts: await shownTexts(ctx, request, order, moment, "writer"),
    sayings: shownSayings(order.history, moment, { client: order.client, writer: "You" }),
    brief: briefOf(order),
  };
}
export type ShownWriterOrder = Awaited<ReturnType<typeof shownWriterOrder>>;
