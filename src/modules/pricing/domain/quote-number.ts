/** Characters of a quote's id at most: a guest's holds the whole quote, signed. */
export const longestQuoteId = 1500;

/** What people call a quote: "Q-7F3A90C2", from the last digits of its id. */
export const quoteNumber = (id: string): string => `Q-${id.slice(-8).toUpperCase()}`;
