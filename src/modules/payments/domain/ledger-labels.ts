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

type LedgerGroup = { label: string; kinds: readonly TransactionKind[] };

/** Entries of the ledger that belong together, as they are asked for. */
export const ledgerGroups: Readonly<Record<string, LedgerGroup>> = {
  payments: { label: "Payments", kinds: ["settle", "surplus-settle", "tip", "surplus-tip"] },
  surplus: { label: "Surplus", kinds: ["surplus", "surplus-refund", "surplus-refund-reversal"] },
  released: { label: "Released", kinds: ["release"] },
  refunds: {
    label: "Refunds",
    kinds: [
      "refund",
      "refund-reversal",
      "tip-refund",
      "tip-refund-reversal",
      "surplus-refund",
      "surplus-refund-reversal",
    ],
  },
  chargebacks: {
    label: "Chargebacks",
    kinds: ["chargeback", "chargeback-reversal", "surplus-chargeback", "surplus-chargeback-reversal"],
  },
  payouts: { label: "Payouts", kinds: ["payout", "payout-return"] },
  fees: { label: "Provider fees", kinds: ["fee"] },
};
