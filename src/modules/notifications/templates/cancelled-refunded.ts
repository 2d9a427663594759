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

export type CancelCause = "client" | "admin" | "unpaid" | "no-writer";

type CancelledData = StepData & {
  cause: CancelCause;
  /** Null where nothing was paid. `rule` says why it is this much. */
  refund: { cents: number; rule: string } | null;
};

const refundText = (refund: CancelledData["refund"]): string => {
  if (!refund) return "Nothing was charged.";
  if (refund.cents === 0) return `No money goes back. ${refund.rule}`;
  return `We send back ${formatUsd(refund.cents)}, the same way you paid. ${refund.rule}`;
};

/** A cancellation in the words of its cause. */
const cancelledBy = (cause: string, name: string, when: string, sentence: string) =>
  defineMail({
    id: `order.cancelled-${cause}`,
    to: "client",
    name,
    when,
    subject: "Order {{order number}} is cancelled",
    text: `# Your order is cancelled\n\nHello {{name}}.\n\n${sentence}\n\n{{what happens with the money}}\n\n{{button}}`,
    values: {
      ...orderExample,
      "what happens with the money": "We send back $88.20, the same way you paid. No writer has started.",
    },
    required: ["what happens with the money"],
    example: { button: { label: "See the order", path: "/" } },
  });

const cancelled = {
  client: cancelledBy(
    "client",
    "Cancelled by the client",
    "when a client cancels an order",
    "You cancelled “{{title}}”.",
  ),
  admin: cancelledBy("admin", "Cancelled by us", "when an admin cancels an order", "Our team cancelled “{{title}}”."),
  unpaid: cancelledBy(
    "unpaid",
    "Closed, not paid in time",
    "when an order is not paid in time",
    "“{{title}}” was not paid in time, so we closed the order.",
  ),
  "no-writer": cancelledBy(
    "no-writer",
    "Cancelled, no writer",
    "when no writer takes an order in time",
    "No writer could take “{{title}}” before its deadline, so we cancelled the order. We are sorry.",
  ),
} as const satisfies Record<CancelCause, unknown>;

/** For the client: the order has ended, and what happens with the money. */
export const cancelledMail = ({ cause, refund, ...data }: CancelledData): WrittenMail =>
  cancelled[cause](
    { ...orderValues(data), "what happens with the money": refundText(refund) },
    { button: { label: "See the order", path: orderPath(data.order) } },
  );

const withdrawnButton = { label: "See your orders", path: "/dashboard" };

const withdrawn = defineMail({
  id: "order.withdrawn",
  to: "writer",
  name: "An order of yours is cancelled",
  when: "when an order is cancelled",
  subject: "Order {{order number}} is cancelled",
  text: `
# An order of yours is cancelled

Hello {{name}}.

“{{title}}” was cancelled. Stop the work on it. You get an e-mail if a part of it is paid.

{{button}}`,
  values: orderExample,
  example: { button: withdrawnButton },
});

/** For the writer who had it. */
export const withdrawnMail = (data: StepData): WrittenMail => withdrawn(orderValues(data), { button: withdrawnButton });

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
