import { formatUsd } from "#src/shared/money.ts";
import { hello, type OrderName, orderPath, type Reader, titled, type WrittenMail } from "./written-mail.ts";

export type CancelCause = "client" | "admin" | "unpaid" | "no-writer";

export type CancelledData = {
  reader: Reader;
  order: OrderName;
  cause: CancelCause;
  /** Null where nothing was paid. `rule` says why it is this much. */
  refund: { cents: number; rule: string } | null;
};

const sentences: Record<CancelCause, (order: OrderName) => string> = {
  client: (order) => `You cancelled ${titled(order)}.`,
  admin: (order) => `Our team cancelled ${titled(order)}.`,
  unpaid: (order) => `${titled(order)} was not paid in time, so we closed the order.`,
  "no-writer": (order) =>
    `No writer could take ${titled(order)} before its deadline, so we cancelled the order. We are sorry.`,
};

const refundText = (refund: CancelledData["refund"]): string => {
  if (!refund) return "Nothing was charged.";
  if (refund.cents === 0) return `No money goes back. ${refund.rule}`;
  return `We send back ${formatUsd(refund.cents)}, the same way you paid. ${refund.rule}`;
};

/** For the client: the order has ended, and what happens with the money. */
export const cancelledMail = ({ reader, order, cause, refund }: CancelledData): WrittenMail => ({
  subject: `Order ${order.number} is cancelled`,
  content: {
    title: "Your order is cancelled",
    paragraphs: [hello(reader), sentences[cause](order), refundText(refund)],
    button: { label: "See the order", path: orderPath(order) },
  },
});

/** For the writer who had it. */
export const withdrawnMail = ({ reader, order }: { reader: Reader; order: OrderName }): WrittenMail => ({
  subject: `Order ${order.number} is cancelled`,
  content: {
    title: "An order of yours is cancelled",
    paragraphs: [
      hello(reader),
      `${titled(order)} was cancelled. Stop the work on it. You get an e-mail if a part of it is paid.`,
    ],
    button: { label: "See your orders", path: "/dashboard" },
  },
});
