import { formatUsd } from "#src/shared/money.ts";
import { moment, type StepData, someAmount, someMoment, stepMail, type WrittenMail } from "./written-mail.ts";

/** For the client: somebody has the order. The writer stays without a name. */
export const assignedMail = stepMail({
  id: "order.assigned",
  to: "client",
  when: "when we ask a writer",
  subject: "A writer was asked for order {{order number}}",
  title: "A writer has your order",
  said: [
    "We asked a writer to take “{{title}}”. The writer reads it now and accepts or declines. The order page shows when the work starts.",
    "You have nothing to do. Until the work starts you can cancel and get everything back.",
  ],
  button: "See your order",
});

type OfferedData = StepData & {
  writerDeadline: Date | null;
  answerBy: Date | null;
  /** What the writer is paid for it; null while that is not known. */
  payCents: number | null;
};

const offered = stepMail({
  id: "order.offered",
  to: "writer",
  when: "when we offer an order",
  subject: "Order {{order number}} is offered to you",
  title: "An order is offered to you",
  said: [
    "We offer you “{{title}}”. Read the brief, then accept or decline. Without an answer the offer ends automatically.",
  ],
  button: "Read the brief",
  details: [
    ["Order", "K4WTN82"],
    ["For you", someAmount],
    ["Answer by", someMoment],
    ["Your deadline", someMoment],
  ],
});

/** For the writer: an offer that ends by itself. The client stays without a name. */
export const offeredMail = ({ writerDeadline, answerBy, payCents, ...data }: OfferedData): WrittenMail =>
  offered(data, [
    ["Order", data.order.number],
    ...(payCents === null ? [] : [["For you", formatUsd(payCents)] satisfies [string, string]]),
    ...(answerBy ? [["Answer by", moment(answerBy, data.reader)] satisfies [string, string]] : []),
    ...(writerDeadline ? [["Your deadline", moment(writerDeadline, data.reader)] satisfies [string, string]] : []),
  ]);
