import type { Account, TransactionKind } from "./ledger.ts";

/** Accounts and entries of the ledger in words, on screens and in files. */
export const accountLabels: Readonly<Record<Account, string>> = {
  client: "Client",
  held: "Held",
  surplus: "Surplus",
  writer: "Writer",
  payouts: "Paid out",
  operator: "Operator",
  fees: "Provider fees",
  refunds: "Sent back",
  chargebacks: "Charged back",
};

export const ledgerLabels: Readonly<Record<TransactionKind, string>> = {
  settle: "Payment received",
  surplus: "Surplus received",
  "surplus-settle": "Parts counted as paid",
  "surplus-refund": "Surplus sent back",
  refund: "Refund",
  release: "Release",
  payout: "Payout",
  "payout-return": "Payout came back",
  fee: "Provider fee",
  chargeback: "Chargeback",
  "chargeback-reversal": "Chargeback won",
  "surplus-chargeback": "Chargeback of a surplus or a tip",
  "surplus-chargeback-reversal": "Chargeback of a surplus or a tip, won",
  tip: "Tip for the writer",
  "surplus-tip": "Parts counted as a tip",
  "tip-refund": "Tip sent back",
  "refund-reversal": "Refund did not arrive",
  "surplus-refund-reversal": "Surplus sent back did not arrive",
  "tip-refund-reversal": "Tip sent back did not arrive",
};
