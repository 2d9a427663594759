import { formatUsd } from "#src/shared/money.ts";
import { hello, moment, type OrderName, orderPath, type Reader, titled, type WrittenMail } from "./written-mail.ts";

export type AssignedData = { reader: Reader; order: OrderName };

/** For the client: somebody has the order. The writer stays without a name. */
export const assignedMail = ({ reader, order }: AssignedData): WrittenMail => ({
  subject: `A writer was asked for order ${order.number}`,
  content: {
    title: "A writer has your order",
    paragraphs: [
      hello(reader),
      `We asked a writer to take ${titled(order)}. The writer reads it now and accepts or declines. The order page shows when the work starts.`,
      "You have nothing to do. Until the work starts you can cancel and get everything back.",
    ],
    button: { label: "See your order", path: orderPath(order) },
  },
});

export type OfferedData = {
  reader: Reader;
  order: OrderName;
  writerDeadline: Date | null;
  answerBy: Date | null;
  /** What the writer is paid for it; null while that is not known. */
  payCents: number | null;
};

/** For the writer: an offer that ends by itself. The client stays without a name. */
export const offeredMail = ({ reader, order, writerDeadline, answerBy, payCents }: OfferedData): WrittenMail => ({
  subject: `Order ${order.number} is offered to you`,
  content: {
    title: "An order is offered to you",
    paragraphs: [
      hello(reader),
      `We offer you ${titled(order)}. Read the brief, then accept or decline. Without an answer the offer ends automatically.`,
    ],
    facts: [
      ["Order", order.number],
      ...(payCents === null ? [] : [["For you", formatUsd(payCents)] satisfies [string, string]]),
      ...(answerBy ? [["Answer by", moment(answerBy, reader)] satisfies [string, string]] : []),
      ...(writerDeadline ? [["Your deadline", moment(writerDeadline, reader)] satisfies [string, string]] : []),
    ],
    button: { label: "Read the brief", path: orderPath(order) },
  },
});
