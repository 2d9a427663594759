import { defineMail } from "#src/platform/mail/mail-text.ts";
import { formatChange, formatUsd } from "#src/shared/money.ts";
import {
  moment,
  orderExample,
  orderPath,
  orderValues,
  type StepData,
  someMoment,
  testNote,
  type WrittenMail,
} from "./written-mail.ts";

type PaidData = StepData & {
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
  serviceName: string | null;
  test: boolean;
};

const button = "See your order";
const values = { ...orderExample, paid: "$126.00", "note on a test order": "" };
const facts: [string, string][] = [
  ["Order", "K4WTN82"],
  ["Service", "Essays"],
  ["Receipt", "R-2026-000123"],
  ["Paid", someMoment],
  ["Method", "Card"],
  ["Deadline", someMoment],
];
const lines: [string, string, string][] = [["Writing, 5 pages", "$126.00", "Psychology: $25.20 a page, 5 × $25.20"]];

const paid = defineMail({
  id: "order.paid",
  to: "client",
  name: "Paid, with the receipt",
  when: "after payment",
  subject: "Receipt for order {{order number}}",
  text: `
# Your order is paid

Hello {{name}}.

We have your payment of {{paid}} for “{{title}}”. We choose a writer for your subject now. Until one starts you can cancel and get everything back.

{{details}}

{{amounts}}

{{button}}

This e-mail is your receipt. You can also open it on the order page, as a PDF or to print.

{{note on a test order}}`,
  values,
  example: { facts, lines, total: ["Total paid, US dollars", "$126.00"], button: { label: button, path: "/" } },
});

const paidInPart = defineMail({
  id: "order.paid-first",
  to: "client",
  name: "First payment, with the receipt",
  when: "after the first of two payments",
  subject: "Receipt for order {{order number}}",
  text: `
# Your first payment has arrived

Hello {{name}}.

We have your payment of {{paid}} for “{{title}}”. We choose a writer for your subject now. Until one starts you can cancel and get everything back.

The rest, {{second payment}}, is due when the work is delivered. The final version opens then.

{{details}}

{{amounts}}

{{button}}

This e-mail is your receipt. You can also open it on the order page, as a PDF or to print.

{{note on a test order}}`,
  values: { ...values, "second payment": "$84.00" },
  example: { facts, lines, total: ["Paid now, US dollars", "$126.00"], button: { label: button, path: "/" } },
});

/** The receipt: what was bought, how its price came about, what was paid. */
export const paidMail = ({ reader, order, totalCents, restCents, ...sale }: PaidData): WrittenMail => {
  const { paidAt, method, deadline, receiptNumber, serviceName, test } = sale;
  const shown = {
    ...orderValues({ reader, order }),
    paid: formatUsd(totalCents),
    "note on a test order": testNote(test),
  };
  const parts = (total: string) => ({
    facts: [
      ["Order", order.number],
      ...(serviceName ? [["Service", serviceName] satisfies [string, string]] : []),
      ...(receiptNumber ? [["Receipt", receiptNumber] satisfies [string, string]] : []),
      ["Paid", moment(paidAt, reader)],
      ["Method", method],
      ...(deadline ? [["Deadline", moment(deadline, reader)] satisfies [string, string]] : []),
    ] satisfies [string, string][],
    lines: sale.lines.map(({ label, detail, cents }, at): [string, string, string] => [
      label,
      at === 0 ? formatUsd(cents) : formatChange(cents),
      detail,
    ]),
    total: [total, formatUsd(totalCents)] satisfies [string, string],
    button: { label: button, path: orderPath(order) },
  });
  return restCents > 0
    ? paidInPart({ ...shown, "second payment": formatUsd(restCents) }, parts("Paid now, US dollars"))
    : paid(shown, parts("Total paid, US dollars"));
};
