import { type DeliveryLine, openDelivery, type ShownEntry, shownReports } from "#src/modules/orders/index.server.ts";
import { historyEntry } from "#src/modules/orders/index.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { FilesOfOrder } from "./order-files.server.ts";
import { changesOf } from "./text-changes.server.ts";
import type { FormatMoment } from "./zone.server.ts";

/**
 * Drafts and deliveries, the newest first, with the text of one. A draft that its client never opened stays closed:
 * opening it changes what a cancellation gives back, so that is a press of its own.
 */
export async function shownTexts(
  ctx: Ctx,
  request: Request,
  order: { id: string; deliveries: readonly DeliveryLine[]; unpaidCents?: number },
  moment: FormatMoment,
  reader: "client" | "writer",
  files: FilesOfOrder,
) {
  const locked = (one: DeliveryLine) => reader === "client" && one.final && (order.unpaidCents ?? 0) > 0;
  const open = order.deliveries.filter(
    (one) => !locked(one) && (reader === "writer" || one.final || one.openedAt !== null),
  );
  const asked = Number(new URL(request.url).searchParams.get("text"));
  const chosen = open.find(({ number }) => number === asked) ?? open.at(-1);
  const reading = chosen && orPage(await openDelivery(ctx, { orderId: order.id, number: chosen.number }), request);
  return {
    list: order.deliveries.toReversed().map(({ id, number, words, final, at, counted }) => ({
      counted,
      number,
      files: files.of(id).length,
      words,
      final,
      at: moment(at),
      open: open.some((one) => one.number === number),
      locked: order.deliveries.some((one) => one.number === number && locked(one)),
      reading: number === chosen?.number,
    })),
    /** This very version was asked for, so it is set on the page whatever the state of the order. */
    asked: chosen !== undefined && chosen.number === asked,
    changes: await changesOf(ctx, request, { orderId: order.id, reading, open }),
    reading: reading && {
      number: reading.number,
      final: reading.final,
      words: reading.words,
      note: reading.note,
      text: reading.text,
      files: files.of(reading.id),
      reports: await shownReports(ctx, request, reading),
      at: moment(reading.at),
      along: {
        ticked: reading.ticked,
        pack: reading.pack,
        declaration: reading.declaration,
        answers: reading.answers,
        counted: reading.counted,
      },
    },
  };
}
export type ShownTexts = Awaited<ReturnType<typeof shownTexts>>;

const speakers = { C: "client", W: "writer", A: "Our team", S: "Automatic message" } as const;

type SayingsOptions = {
  /** The words for both sides as the reader knows them. */
  names: { client: string; writer: string };
  /** Ids of the steps whose words stand in the conversation, too. */
  inThread: ReadonlySet<string>;
};

/** Questions and answers about the work, oldest first. */
export const shownSayings = (
  history: readonly ShownEntry[],
  moment: FormatMoment,
  { names, inThread }: SayingsOptions,
) =>
  history.flatMap(({ id, at, action, by, text }) => {
    const { verb } = historyEntry(action);
    if (text === null || !verb) return [];
    const speaker = speakers[by];
    const who = speaker === "client" || speaker === "writer" ? names[speaker] : speaker;
    return [{ key: id, at: moment(at), action, did: verb, who, text, inThread: inThread.has(id) }];
  });
export type Saying = ReturnType<typeof shownSayings>[number];
