import type { NewMail } from "#src/platform/mail/content.ts";
import { zonedMoment } from "#src/shared/zone.ts";
import { accountText } from "../domain/payout-kinds.ts";

type Given = { ending: string; first: boolean; waits: Date | null; zone: string };

/** The writer's payout method was changed: always mailed, and cannot be turned off. */
export const methodMail = (to: string, { ending, first, waits, zone }: Given): NewMail => {
  const title = first ? "We know where to send your money" : "Your payout account was changed";
  return {
    kind: "account.payout-method",
    to,
    subject: title,
    content: {
      title,
      paragraphs: [
        first
          ? `This payout account was added a moment ago: ${accountText(ending)}. Your payouts go there.`
          : `Your payouts go to this account from now on: ${accountText(ending)}.`,
        ...(waits
          ? [`Payouts wait until ${zonedMoment(waits, zone)}, so that you have time to stop it if it was not you.`]
          : []),
      ],
      button: { label: "See your payout account", path: "/dashboard/earnings" },
      after: ["If it was not you, choose a new password now, change the account back, and write to support."],
    },
  };
};

type Named = { orderId: string; number: string; ending: string; from: Date; zone: string };

/** Somebody named the account for a refund of this person: never turned off. */
export const refundAccountMail = (to: string, { orderId, number, ending, from, zone }: Named): NewMail => ({
  kind: "account.refund-account",
  to,
  subject: `Account for the refund of order ${number}`,
  content: {
    title: "We know where to send your refund",
    paragraphs: [
      `The refund of order ${number} goes to the bank account ending in ${ending}.`,
      `We send it after ${zonedMoment(from, zone)}, so that you have time to stop it if it was not you.`,
    ],
    button: { label: "See the order", path: `/dashboard/orders/${orderId}` },
    after: ["If it was not you, write to Support now and choose a new password."],
  },
});
