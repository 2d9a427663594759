import { accountText } from "#src/modules/payments/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { hello, moment, type Reader, type WrittenMail } from "./written-mail.ts";

type Payout = { reader: Reader; cents: number; number: string; ending: string; at: Date };

const button = { label: "See your earnings", path: "/dashboard/earnings" };

/** For the writer: the bank has sent it. */
export const payoutPaidMail = ({
  reader,
  cents,
  number,
  ending,
  at,
  reference,
}: Payout & { reference: string }): WrittenMail => ({
  subject: `Payout ${number}: ${formatUsd(cents)}`,
  content: {
    title: "Your payout is sent",
    paragraphs: [
      hello(reader),
      `We sent ${formatUsd(cents)} to your ${accountText(ending)}. Banks take one to five working days.`,
    ],
    facts: [
      ["Payout", number],
      ["Sent", moment(at, reader)],
      ["Bank reference", reference],
    ],
    lines: [["Payout", formatUsd(cents)]],
    button,
    after: ["Your statement shows the orders that it pays for."],
  },
});

/** For the writer: the bank returned it, nothing is lost. */
export const payoutFailedMail = ({
  reader,
  cents,
  number,
  ending,
  reason,
}: Payout & { reason: string }): WrittenMail => ({
  subject: `Payout ${number} came back`,
  content: {
    title: "Your payout came back",
    paragraphs: [
      hello(reader),
      `The bank did not accept ${formatUsd(cents)} for your ${accountText(ending)}. The money is yours. We send it again with the next payout.`,
    ],
    facts: [
      ["Payout", number],
      ["Reason", reason],
    ],
    button: { label: "Check the account", path: "/dashboard/earnings" },
    after: ["If the account is right, there is nothing to do."],
  },
});
