import { formatUsd } from "#src/shared/money.ts";
import { hello, type Letter, moment, type OrderName, orderPath, type Reader, titled } from "./letter.ts";

export type DeliveredData = {
  reader: Reader;
  order: OrderName;
  /** The end of the review time: after it the order is finished by itself (decisions 4). */
  reviewUntil: Date | null;
  /** What goes back because the work was late, in cents; 0 for none. */
  creditCents: number;
};

/** For the client: the work is ready to read. */
export const deliveredLetter = ({ reader, order, reviewUntil, creditCents }: DeliveredData): Letter => ({
  subject: `Your work is ready: order ${order.number}`,
  content: {
    title: "Your work is ready to read",
    paragraphs: [
      hello(reader),
      `The writer delivered ${titled(order)}. Read it on the order page. Then approve it, or name what should change.`,
      ...(creditCents > 0 ? [`It came later than we said, so we send back ${formatUsd(creditCents)}.`] : []),
    ],
    ...(reviewUntil && { facts: [["Review until", moment(reviewUntil, reader)] satisfies [string, string]] }),
    button: { label: "Read the work", path: orderPath(order) },
    ...(reviewUntil && {
      after: [
        "If you do nothing until then, the order is finished automatically. You can still ask for changes for some time after that.",
      ],
    }),
  },
});
