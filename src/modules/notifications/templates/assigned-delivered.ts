import { defineMail } from "#src/platform/mail/mail-text.ts";
import { formatUsd } from "#src/shared/money.ts";
import {
  moment,
  orderExample,
  orderPath,
  orderValues,
  type StepData,
  someAmount,
  someMoment,
  stepMail,
  type WrittenMail,
} from "./written-mail.ts";

type DeliveredData = StepData & {
  /** The end of the review time: after it the order is finished by itself. */
  reviewUntil: Date | null;
  /** What goes back because the work was late, in cents; 0 for none. */
  creditCents: number;
  /** The second payment that opens the work; 0 where all was paid. */
  restCents: number;
};

const values = {
  ...orderExample,
  "late credit": "It came later than we said, so we send back $6.30.",
  "decide until": someMoment,
  "end of the review":
    "If you do nothing until then, the order is finished automatically. You can still ask for changes for some time after that.",
};

const delivered = defineMail({
  id: "order.delivered",
  to: "client",
  name: "Ready to read",
  when: "on delivery",
  subject: "Your work is ready: order {{order number}}",
  text: `
# Your work is ready to read

Hello {{name}}.

The writer delivered “{{title}}”. Read it on the order page. Then approve it, or say what should change.

{{late credit}}

{{details}}

{{button}}

{{end of the review}}`,
  values,
  example: { facts: [["Review until", someMoment]], button: { label: "Read the work", path: "/" } },
});

const deliveredUnpaid = defineMail({
  id: "order.delivered-second-payment",
  to: "client",
  name: "Ready, second payment due",
  when: "on delivery, with two payments",
  subject: "Your work is ready: order {{order number}}",
  text: `
# Your work is ready to read

Hello {{name}}.

The writer delivered “{{title}}”. It opens when the second payment, {{second payment}}, is made. Your time to read it starts then.

{{late credit}}

{{details}}

{{button}}

{{end of the review}}`,
  values: {
    ...values,
    "late credit": "It came later than we said, so you pay $6.30 less.",
    "second payment": "$88.20",
  },
  example: { button: { label: "Pay $88.20", path: "/" } },
});

/** For the client: the work is ready to read. */
export const deliveredMail = ({ reviewUntil, creditCents, restCents, ...data }: DeliveredData): WrittenMail => {
  const late = restCents > 0 ? `you pay ${formatUsd(creditCents)} less` : `we send back ${formatUsd(creditCents)}`;
  const until = reviewUntil ? moment(reviewUntil, data.reader) : "";
  const shown = {
    ...orderValues(data),
    "late credit": creditCents > 0 ? `It came later than we said, so ${late}.` : "",
    "decide until": until,
    "end of the review": reviewUntil ? values["end of the review"] : "",
  };
  const facts = reviewUntil && { facts: [["Review until", until] satisfies [string, string]] };
  return restCents > 0
    ? deliveredUnpaid(
        { ...shown, "second payment": formatUsd(restCents) },
        { ...facts, button: { label: `Pay ${formatUsd(restCents)}`, path: `/checkout/${data.order.id}` } },
      )
    : delivered(shown, { ...facts, button: { label: "Read the work", path: `${orderPath(data.order)}#text` } });
};

/** For the client: somebody has the order. The writer stays without a name. */
export const assignedMail = stepMail({
  id: "order.assigned",
  to: "client",
  when: "when we ask a writer",
  subject: "A writer was asked for order {{order number}}",
  title: "A writer has your order",
  paragraphs: [
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
  paragraphs: [
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
