import type { LedgerLine, ReceivedRow, RefundLine } from "#src/modules/payments/index.server.ts";
import { accountLabels, ledgerLabels } from "#src/modules/payments/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import type { Shape } from "#src/ui/status.tsx";

const providers: Readonly<Record<string, string>> = {
  stripe: "Stripe",
  paypal: "PayPal",
  transfer: "Bank transfer",
  sandbox: "Practice payment",
};
export const providerLabel = (key: string): string => providers[key] ?? key;

/** What became of received money, and of a try to pay. */
export const receivedLabels: Readonly<Record<ReceivedRow["state"], readonly [Shape, string]>> = {
  settle: ["check", "Paid"],
  tip: ["check", "Tip"],
  part: ["half", "Waits for the rest"],
  surplus: ["back", "More than due"],
  review: ["alert", "Other amount than due"],
  started: ["half", "At the provider"],
  reviewing: ["half", "The provider looks at it"],
  awaiting_transfer: ["clock", "Transfer expected"],
  succeeded: ["check", "Paid"],
  failed: ["alert", "Failed"],
  closed: ["dash", "Left"],
};

export const refundLabels: Readonly<Record<RefundLine["state"], readonly [Shape, string]>> = {
  waiting: ["half", "On its way"],
  sent: ["half", "Sent to the provider"],
  by_hand: ["clock", "By hand"],
  succeeded: ["check", "Arrived"],
  failed: ["alert", "Refused"],
  covered: ["check", "Sent back in another way"],
};

/** Who pays for money that goes back. */
export const payerLabels: Readonly<Record<RefundLine["paidBy"], string>> = {
  nobody: "",
  client: "",
  writer: "the writer pays it",
  operator: "we pay it",
};

type Posting = LedgerLine["postings"][number];
const ours: Partial<Record<Posting["account"], string>> = { operator: "us" };
const accountLabel = ({ account }: Posting): string => ours[account] ?? accountLabels[account].toLowerCase();

/** The accounts that lose (-1) or get (1) money, with the sum of each where there are more. */
export const sideText = (postings: readonly Posting[], sign: 1 | -1): string => {
  const on = postings.filter(({ cents }) => Math.sign(cents) === sign);
  return on
    .map((one) => (on.length > 1 ? `${accountLabel(one)} ${formatUsd(Math.abs(one.cents))}` : accountLabel(one)))
    .join(", ");
};
/** What an entry moves in all. */
export const movedCents = ({ postings }: LedgerLine): number =>
  postings.reduce((sum, { cents }) => sum + Math.max(0, cents), 0);

/** "Refund, the writer pays it" */
export const entryText = ({ kind, paidBy, payee }: LedgerLine): string =>
  [payee ? `${ledgerLabels[kind]}, ${payee}` : ledgerLabels[kind], paidBy && payerLabels[paidBy]]
    .filter(Boolean)
    .join(", ");
