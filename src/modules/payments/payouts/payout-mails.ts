import type { NewMail } from "#src/platform/mail/content.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";
import { zonedMoment } from "#src/shared/zone.ts";
import { accountText } from "../domain/payout-method.ts";

type Given = { ending: string; first: boolean; waits: Date | null; zone: string };

const methodButton = { label: "See your payout account", path: "/dashboard/earnings" };
const notYou = "If it was not you, choose a new password now, change the account back, and write to support.";
const example = {
  account: "bank account ending in 1234",
  "why payouts wait":
    "Payouts wait until Tue 8 December 2026, 12:30 (Berlin, UTC+1), so that you have time to stop it if it was not you.",
};

const methodText = (id: string, name: string, when: string, sentence: string) =>
  defineMail({
    id,
    to: "writer",
    name,
    when,
    subject: name,
    text: `# ${name}\n\n${sentence}\n\n{{why payouts wait}}\n\n{{button}}\n\n${notYou}`,
    values: example,
    example: { button: methodButton },
  });

const firstMethod = methodText(
  "account.payout-method-first",
  "We know where to send your money",
  "after the first payout account",
  "This payout account was added a moment ago: {{account}}. Your payouts go there.",
);
const changedMethod = methodText(
  "account.payout-method",
  "Your payout account was changed",
  "after another payout account",
  "Your payouts go to this account from now on: {{account}}.",
);

/** The writer's payout method was changed: always mailed, and cannot be turned off. */
export const methodMail = (to: string, { ending, first, waits, zone }: Given): NewMail => {
  const until = waits && zonedMoment(waits, zone);
  const wait = until ? `Payouts wait until ${until}, so that you have time to stop it if it was not you.` : "";
  return {
    kind: "account.payout-method",
    to,
    ...(first ? firstMethod : changedMethod)(
      { account: accountText(ending), "why payouts wait": wait },
      { button: methodButton },
    ),
  };
};

type Named = { orderId: string; number: string; ending: string; from: Date; zone: string };

const refundAccount = defineMail({
  id: "account.refund-account",
  to: "client",
  name: "We know where to send your refund",
  when: "when an account for a refund is entered",
  subject: "Account for the refund of order {{order number}}",
  text: `
# We know where to send your refund

The refund of order {{order number}} goes to the bank account ending in {{account ending}}.

We send it after {{sent after}}, so that you have time to stop it if it was not you.

{{button}}

If it was not you, write to Support now and choose a new password.`,
  values: {
    "order number": "K4WTN82",
    "account ending": "1234",
    "sent after": "Tue 8 December 2026, 12:30 (Berlin, UTC+1)",
  },
  required: ["account ending"],
  example: { button: { label: "See the order", path: "/" } },
});

/** Somebody named the account for a refund of this person: never turned off. */
export const refundAccountMail = (to: string, { orderId, number, ending, from, zone }: Named): NewMail => ({
  kind: "account.refund-account",
  to,
  ...refundAccount(
    { "order number": number, "account ending": ending, "sent after": zonedMoment(from, zone) },
    { button: { label: "See the order", path: `/dashboard/orders/${orderId}` } },
  ),
});
