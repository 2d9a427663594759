import { formatChange, formatUsd } from "#src/shared/money.ts";
import {
  dated,
  hello,
  type Letter,
  moment,
  type OrderName,
  orderPath,
  type Reader,
  testNote,
  titled,
} from "./letter.ts";

export type PaidData = {
  reader: Reader;
  order: OrderName;
  /** The price as it was sold: the cents of the lines sum to the total. */
  lines: readonly { label: string; detail: string; cents: number }[];
  totalCents: number;
  paidAt: Date;
  /** "Card", "PayPal", "Bank transfer", "Practice payment". */
  method: string;
  deadline: Date | null;
  receiptNumber: string | null;
  test: boolean;
};

/** The receipt: what was bought, how its price came about, what was paid. */
export const paidLetter = ({
  reader,
  order,
  lines,
  totalCents,
  paidAt,
  method,
  deadline,
  receiptNumber,
  test,
}: PaidData): Letter => ({
  subject: `Receipt for order ${order.number}`,
  content: {
    title: "Your order is paid",
    paragraphs: [
      hello(reader),
      `We have your payment of ${formatUsd(totalCents)} for ${titled(order)}. We choose a writer for your subject now. Until one starts you can cancel and get everything back.`,
    ],
    facts: [
      ["Order", order.number],
      ...(receiptNumber ? [["Receipt", receiptNumber] satisfies [string, string]] : []),
      ["Paid", dated(paidAt, reader)],
      ["Method", method],
      ...(deadline ? [["Deadline", moment(deadline, reader)] satisfies [string, string]] : []),
    ],
    lines: lines.map(({ label, detail, cents }, at) => [
      label,
      at === 0 ? formatUsd(cents) : formatChange(cents),
      detail,
    ]),
    total: ["Total paid, US dollars", formatUsd(totalCents)],
    button: { label: "See your order", path: orderPath(order) },
    after: ["This mail is your receipt. The order page has it as a PDF and to print.", ...(test ? [testNote] : [])],
  },
});
