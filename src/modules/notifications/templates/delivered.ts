import { formatUsd } from "#src/shared/money.ts";
import { hello, moment, type OrderName, orderPath, type Reader, titled, type WrittenMail } from "./written-mail.ts";

export type DeliveredData = {
  reader: Reader;
  order: OrderName;
  /** The end of the review time: after it the order is finished by itself. */
  reviewUntil: Date | null;
  /** What goes back because the work was late, in cents; 0 for none. */
  creditCents: number;
  /** The second payment that opens the work; 0 where all was paid. */
  restCents: number;
};

const lateCreditText = (creditCents: number, restCents: number): string =>
  restCents > 0
    ? `It came later than we said, so you pay ${formatUsd(creditCents)} less.`
    : `It came later than we said, so we send back ${formatUsd(creditCents)}.`;

/** For the client: the work is ready to read. */
export const deliveredMail = ({ reader, order, reviewUntil, creditCents, restCents }: DeliveredData): WrittenMail => ({
  subject: `Your work is ready: order ${order.number}`,
  content: {
    title: "Your work is ready to read",
    paragraphs: [
      hello(reader),
      `The writer delivered ${titled(order)}. ${
        restCents > 0
          ? `It opens when the second payment, ${formatUsd(restCents)}, is made. Your time to read it starts then.`
          : "Read it on the order page. Then approve it, or say what should change."
      }`,
      ...(creditCents > 0 ? [lateCreditText(creditCents, restCents)] : []),
    ],
    ...(reviewUntil && { facts: [["Review until", moment(reviewUntil, reader)] satisfies [string, string]] }),
    button:
      restCents > 0
        ? { label: `Pay ${formatUsd(restCents)}`, path: `/checkout/${order.id}` }
        : { label: "Read the work", path: `${orderPath(order)}#text` },
    ...(reviewUntil && {
      after: [
        "If you do nothing until then, the order is finished automatically. You can still ask for changes for some time after that.",
      ],
    }),
  },
});
