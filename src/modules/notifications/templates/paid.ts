import { formatChange, formatUsd } from "#src/shared/money.ts";
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

export type PaidData = {
  reader: Reader;
  order: OrderName;
  /** The price as it was sold: the cents of the lines sum to the total. */
  lines: readonly { label: string; detail: string; cents: number }[];
  totalCents: number;
  /** Due on delivery; 0 where all was paid. */
  restCents: number;
  paidAt: Date;
  /** "Card", "PayPal", "Bank transfer", "Practice payment". */
  method: string;
  deadline: Date | null;
  receiptNumber: string | null;
  test: boolean;
};

/** The receipt: what was bought, how its price came about, what was paid. */
export const paidMail = ({
  reader,
  order,
  lines,
  totalCents,
  restCents,
  paidAt,
  method,
  deadline,
  receiptNumber,
  test,
}: PaidData): WrittenMail => ({
  subject: `Receipt for order ${order.number}`,
  content: {
    title: restCents > 0 ? "Your first payment has arrived" : "Your order is paid",
    paragraphs: [
      hello(reader),
      `We have your payment of ${formatUsd(totalCents)} for ${titled(order)}. We choose a writer for your subject now. Until one starts you can cancel and get everything back.`,
      ...(restCents > 0
        ? [`The rest, ${formatUsd(restCents)}, is due when the work is delivered. The final version opens then.`]
        : []),
    ],
    facts: [
      ["Order", order.number],
      ...(receiptNumber ? [["Receipt", receiptNumber] satisfies [string, string]] : []),
      ["Paid", moment(paidAt, reader)],
      ["Method", method],
      ...(deadline ? [["Deadline", moment(deadline, reader)] satisfies [string, string]] : []),
    ],
    lines: lines.map(({ label, detail, cents }, at) => [
      label,
      at === 0 ? formatUsd(cents) : formatChange(cents),
      detail,
    ]),
    total: [restCents > 0 ? "Paid now, US dollars" : "Total paid, US dollars", formatUsd(totalCents)],
    button: { label: "See your order", path: orderPath(order) },
    after: [
      "This e-mail is your receipt. You can also open it on the order page, as a PDF or to print.",
      ...(test ? [testNote] : []),
    ],
  },
});
