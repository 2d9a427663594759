import type { PassageQueue } from "#src/modules/orders/index.server.ts";
import { formatMoment } from "#src/shared/zone.ts";

const places = { brief: "the brief", message: "a message", step: "words about the order", file: "the name of a file" };
const gone = "This passage cannot be opened any more.";

/** The queue with every time in words. */
export const shownPassages = ({ waiting, more }: PassageQueue, zone: string) => ({
  more,
  waiting: waiting.map(({ id, orderId, number, title, name, mine, side, place, kind, asked, askedAt, text }) => ({
    ...{ id, orderId, number, title, name, mine, kind, asked: asked === "person" },
    reader: side === "client" ? "the writer" : "the client",
    where: `${side === "client" ? "Client" : "Writer"}, in ${places[place]}`,
    at: formatMoment(askedAt, zone),
    ...{ before: text?.before ?? "", text: text?.passage ?? gone, after: text?.after ?? "" },
  })),
});
export type ShownPassages = ReturnType<typeof shownPassages>;
