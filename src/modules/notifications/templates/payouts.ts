import { accountText } from "#src/modules/payments/index.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";
import { formatUsd } from "#src/shared/money.ts";
import { moment, type Reader, readerExample, readerValues, someMoment, type WrittenMail } from "./written-mail.ts";

type Payout = { reader: Reader; cents: number; number: string; ending: string; at: Date };

const example = {
  ...readerExample,
  "payout number": "P-0012",
  amount: "$420.00",
  account: "bank account ending in 1234",
};
const valuesOf = ({ reader, number, cents, ending }: Payout): Record<keyof typeof example, string> => ({
  ...readerValues(reader),
  "payout number": number,
  amount: formatUsd(cents),
  account: accountText(ending),
});

const sentButton = { label: "See your earnings", path: "/dashboard/earnings" };

const sent = defineMail({
  id: "payout.paid",
  to: "writer",
  name: "Paid out",
  when: "when the bank has sent a payout",
  subject: "Payout {{payout number}}: {{amount}}",
  text: `
# Your payout is sent

Hello {{name}}.

We sent {{amount}} to your {{account}}. Banks take one to five working days.

{{details}}

{{amounts}}

{{button}}

Your statement shows the orders that it pays for.`,
  values: example,
  example: {
    facts: [
      ["Payout", "P-0012"],
      ["Sent", someMoment],
      ["Bank reference", "P0012"],
    ],
    lines: [["Payout", "$420.00"]],
    button: sentButton,
  },
});

/** For the writer: the bank has sent it. */
export const payoutPaidMail = ({ reference, ...payout }: Payout & { reference: string }): WrittenMail =>
  sent(valuesOf(payout), {
    facts: [
      ["Payout", payout.number],
      ["Sent", moment(payout.at, payout.reader)],
      ["Bank reference", reference],
    ],
    lines: [["Payout", formatUsd(payout.cents)]],
    button: sentButton,
  });

const returnedButton = { label: "Check the account", path: "/dashboard/earnings" };

const returned = defineMail({
  id: "payout.failed",
  to: "writer",
  name: "A payout came back",
  when: "when the bank returns a payout",
  subject: "Payout {{payout number}} came back",
  text: `
# Your payout came back

Hello {{name}}.

The bank did not accept {{amount}} for your {{account}}. The money is yours. We send it again with the next payout.

{{details}}

{{button}}

If the account is right, there is nothing to do.`,
  values: example,
  example: {
    facts: [
      ["Payout", "P-0012"],
      ["Reason", "The account does not exist."],
    ],
    button: returnedButton,
  },
});

/** For the writer: the bank returned it, nothing is lost. */
export const payoutFailedMail = ({ reason, ...payout }: Payout & { reason: string }): WrittenMail =>
  returned(valuesOf(payout), {
    facts: [
      ["Payout", payout.number],
      ["Reason", reason],
    ],
    button: returnedButton,
  });
