import { ownPassages } from "#src/modules/orders/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { FormatMoment } from "./zone.server.ts";

const places = {
  brief: "In your brief",
  message: "In a message",
  step: "In what you wrote about the order",
  file: "In the name of a file",
} as const;

/** The viewer's own passages that the other side does not read, or reads because Support said so. */
export async function shownPassages(ctx: Ctx, orderId: string, moment: FormatMoment) {
  const found = await ownPassages(ctx, { orderId });
  return (found.ok ? found.value : []).map(({ id, place, state, decidedAt, before, passage, after }) => ({
    ...{ id, state, before, text: passage, after, where: places[place], at: moment(decidedAt) },
  }));
}
export type ShownPassage = Awaited<ReturnType<typeof shownPassages>>[number];
