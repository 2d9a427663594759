type Methods = Readonly<Record<"card" | "paypal" | "transfer", boolean>> | undefined;

/** "Card, PayPal or bank transfer. " of what the shop takes; nothing when it has no method switched on. */
export const methodsLine = (methods: Methods): string => {
  const names = { card: "Card", paypal: "PayPal", transfer: "bank transfer" } as const;
  const on = (["card", "paypal", "transfer"] as const).filter((key) => methods?.[key]).map((key) => names[key]);
  const last = on.at(-1);
  if (!last) return "";
  const text = on.length > 1 ? `${on.slice(0, -1).join(", ")} or ${last}` : last;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}. `;
};
