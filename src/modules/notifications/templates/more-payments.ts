import { formatUsd } from "#src/shared/money.ts";
import {
  hello,
  moment,
  type OrderName,
  orderPath,
  type Reader,
  testNote,
  titled,
  type WrittenMail,
} from "./written-mail.ts";

type About = { reader: Reader; order: OrderName };
export type LaterPaymentData = About & {
  purpose: "second" | "change" | "tip";
  cents: number;
  method: string;
  paidAt: Date;
  test: boolean;
};

const sentences = {
  second: "The final version is open on the order page, and your time to read it starts now.",
  change: "The change is made. The order page shows the new price and what is different.",
  tip: "All of it goes to your writer. Thank you.",
} as const;

/** For the client: the receipt of a payment after the first one. */
export const laterPaymentMail = ({
  reader,
  order,
  purpose,
  cents,
  method,
  paidAt,
  test,
}: LaterPaymentData): WrittenMail => ({
  subject: `Receipt for order ${order.number}`,
  content: {
    title: purpose === "tip" ? "Your tip has arrived" : "Your payment has arrived",
    paragraphs: [
      hello(reader),
      `We have your payment of ${formatUsd(cents)} for ${titled(order)}. ${sentences[purpose]}`,
    ],
    facts: [
      ["Order", order.number],
      ["Paid", moment(paidAt, reader)],
      ["Method", method],
    ],
    total: ["Paid now, US dollars", formatUsd(cents)],
    button: { label: "See your order", path: orderPath(order) },
    after: ["You find the receipt as a PDF on the order page.", ...(test ? [testNote] : [])],
  },
});

/** For the writer: a client was pleased. */
export const tipMail = ({ reader, order, cents }: About & { cents: number }): WrittenMail => ({
  subject: `A tip for you: order ${order.number}`,
  content: {
    title: `You got a tip of ${formatUsd(cents)}`,
    paragraphs: [
      hello(reader),
      `The client of ${titled(order)} gave you a tip. All of it is yours. You get it with your next payout.`,
    ],
    button: { label: "See your earnings", path: "/dashboard/earnings" },
  },
});

/** For the client: the work waits for the second payment. */
export const restReminderMail = ({ reader, order, restCents }: About & { restCents: number }): WrittenMail => ({
  subject: `The second payment is due: order ${order.number}`,
  content: {
    title: "Your work waits for the second payment",
    paragraphs: [
      hello(reader),
      `${titled(order)} is delivered. The final version opens when the second payment, ${formatUsd(restCents)}, is made. Your time to read it starts then.`,
    ],
    button: { label: `Pay ${formatUsd(restCents)}`, path: `/checkout/${order.id}` },
  },
});

/** For the writer: the client wants something else. */
export const changeAskedMail = ({ reader, order }: About): WrittenMail => ({
  subject: `The client asks for a change: order ${order.number}`,
  content: {
    title: "The client asks for a change",
    paragraphs: [
      hello(reader),
      `The client of ${titled(order)} asks for another deadline, other pages or sources. The order page shows the change, and what it means for your pay. Nothing changes before you agree.`,
    ],
    button: { label: "Read and answer", path: orderPath(order) },
  },
});

const changeEnds = {
  agreed: {
    title: "Your change is agreed",
    text: "If it costs more, you pay the difference on the order page, and then the change is made. If it costs less, the change is made now, and the difference goes back to you.",
  },
  left: {
    title: "Your change was not made",
    text: "The order reached its next step before the change was made, so it continues as it was. Nothing was charged for the change.",
  },
  dropped: { title: "Your change was not made", text: "The order continues as it was. The order page says why." },
} as const;

/** For the client: what became of the change. */
export const changeEndMail = ({ reader, order, end }: About & { end: keyof typeof changeEnds }): WrittenMail => ({
  subject: `${changeEnds[end].title}: order ${order.number}`,
  content: {
    title: changeEnds[end].title,
    paragraphs: [hello(reader), `This is about ${titled(order)}. ${changeEnds[end].text}`],
    button: { label: "See your order", path: orderPath(order) },
  },
});

/** For the writer: the order moved on before the change was made. */
export const changeLeftMail = ({ reader, order }: About): WrittenMail => ({
  subject: `The change was not made: order ${order.number}`,
  content: {
    title: "The client no longer asks for the change",
    paragraphs: [
      hello(reader),
      `${titled(order)} reached its next step before the change was made. It continues as it was: the same deadline, pages and sources, the same pay.`,
    ],
    button: { label: "See the order", path: orderPath(order) },
  },
});
