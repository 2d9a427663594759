import type { NewMail } from "#src/platform/mail/content.ts";
import { zonedMoment } from "#src/shared/zone.ts";

type Given = { ending: string; first: boolean; waits: Date | null; zone: string };

/** Somebody said where the writer's money goes: told each time, and never turned off. */
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
          ? `A bank account ending in ${ending} was added to your account a moment ago. Your payouts go there.`
          : `Your payouts go to the bank account ending in ${ending} from now on.`,
        ...(waits
          ? [`Payouts wait until ${zonedMoment(waits, zone)}, so that you can stop a change that is not yours.`]
          : []),
      ],
      button: { label: "See where it goes", path: "/dashboard/earnings" },
      after: ["If it was not you, choose a new password now, change the account back, and write to support."],
    },
  };
};
