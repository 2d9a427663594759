import { formatUsd } from "#src/shared/money.ts";
import {
  documentPath,
  hello,
  moment,
  type OrderName,
  orderPath,
  type Reader,
  testNote,
  titled,
  type WrittenMail,
} from "./written-mail.ts";

export type RefundedData = {
  reader: Reader;
  order: OrderName;
  cents: number;
  refundedAt: Date;
  /** How it goes back: "Card", "PayPal", "Bank transfer", "Practice payment". */
  method: string;
  /** When it arrives, in words of the method; null if nothing is known. */
  arrival: string | null;
  /** Its number; null where nothing was sold for the money: a payment that was one too many. */
  creditNote: string | null;
  test: boolean;
};

/** For the client: the money has left us. */
export const refundedMail = ({
  reader,
  order,
  cents,
  refundedAt,
  method,
  arrival,
  creditNote,
  test,
}: RefundedData): WrittenMail => ({
  subject: `Refund of ${formatUsd(cents)} for order ${order.number}`,
  content: {
    title: "Your refund is on its way",
    paragraphs: [
      hello(reader),
      `We sent back ${formatUsd(cents)} for ${titled(order)}.${arrival ? ` ${arrival}` : ""}`,
    ],
    facts: [
      ["Order", order.number],
      ...(creditNote ? [["Credit note", creditNote] satisfies [string, string]] : []),
      ["Sent back", moment(refundedAt, reader)],
      ["Method", method],
    ],
    lines: [["Refund", formatUsd(cents)]],
    button: creditNote
      ? { label: "Open the credit note", path: documentPath(order, creditNote) }
      : { label: "See the order", path: orderPath(order) },
    after: [
      creditNote
        ? "The credit note is a PDF. Keep it with your receipt. You find both on the order page."
        : "Keep this e-mail with your receipt.",
      ...(test ? [testNote] : []),
    ],
  },
});
