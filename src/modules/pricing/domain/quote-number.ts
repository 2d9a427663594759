/** What people call a quote: "Q-7F3A90C2", from the last digits of its id. */
export const quoteNumber = (id: string): string => `Q-${id.slice(-8).toUpperCase()}`;
