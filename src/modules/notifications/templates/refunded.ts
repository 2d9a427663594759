import { defineMail } from "#src/platform/mail/mail-text.ts";
import { formatUsd } from "#src/shared/money.ts";
import {
  documentPath,
  moment,
  orderExample,
  orderPath,
  orderValues,
  type StepData,
  someMoment,
  testNote,
  type WrittenMail,
} from "./written-mail.ts";

type RefundedData = StepData & {
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

const keepNote = "The credit note is a PDF. Keep it with your receipt. You find both on the order page.";

const refunded = defineMail({
  id: "order.refunded",
  to: "client",
  name: "Money is on its way back",
  when: "on a refund",
  subject: "Refund of {{amount}} for order {{order number}}",
  text: `
# Your refund is on its way

Hello {{name}}.

We sent back {{amount}} for “{{title}}”. {{when it arrives}}

{{details}}

{{amounts}}

{{button}}

{{what to keep}}

{{note on a test order}}`,
  values: {
    ...orderExample,
    amount: "$88.20",
    "when it arrives": "It arrives within 10 days.",
    "what to keep": keepNote,
    "note on a test order": "",
  },
  example: {
    facts: [
      ["Order", "K4WTN82"],
      ["Credit note", "C-2026-000004"],
      ["Sent back", someMoment],
      ["Method", "Card"],
    ],
    lines: [["Refund", "$88.20"]],
    button: { label: "Open the credit note", path: "/" },
  },
});

/** For the client: the money has left us. */
export const refundedMail = ({ reader, order, cents, ...sent }: RefundedData): WrittenMail => {
  const { refundedAt, method, arrival, creditNote, test } = sent;
  return refunded(
    {
      ...orderValues({ reader, order }),
      amount: formatUsd(cents),
      "when it arrives": arrival ?? "",
      "what to keep": creditNote ? keepNote : "Keep this e-mail with your receipt.",
      "note on a test order": testNote(test),
    },
    {
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
    },
  );
};
