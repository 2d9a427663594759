/** The ways a writer can be paid. */
export const payoutKinds = ["bank", "paypal", "wise", "other"] as const;
export type PayoutKind = (typeof payoutKinds)[number];

export const payoutKindLabels: Readonly<Record<PayoutKind, string>> = {
  bank: "Bank account",
  paypal: "PayPal",
  wise: "Wise",
  other: "Another service",
};

/** An account by what its row keeps: "bank account ending in 4417", "PayPal, d•••@example.org". */
export const accountText = (ending: string): string => {
  if (ending === "") return "removed account";
  return ending.length <= 4 ? `bank account ending in ${ending}` : ending;
};

/** How money gets to an account, by what its row keeps of it (`endingOf`). */
export const methodInEnding = (ending: string): PayoutKind => {
  if (ending.length <= 4) return "bank";
  return payoutKinds.find((kind) => ending.startsWith(`${payoutKindLabels[kind]},`)) ?? "other";
};
