import type { Scope } from "#src/shared/viewer.ts";

/** What each scope lets a program do, in words for the admin who gives it. */
export const scopeLabels: Readonly<Record<Scope, { label: string; says: string }>> = {
  quotes: { label: "Quotes", says: "Price work, and read those quotes again." },
  prices: { label: "Prices", says: "Read the published price list." },
  checks: { label: "Text checks", says: "Check texts, as many as one person may." },
  "orders:write": {
    label: "Prepare orders",
    says: "For a partner: leaves order forms that clients finish and pay, and reads state and price of those orders.",
  },
  orders: { label: "Read orders", says: "State, deadline and price of every order. No names, no texts." },
};
