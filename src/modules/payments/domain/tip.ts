/** What a client may add for the writer, in cents. */
export const leastTipCents = 100;
export const mostTipCents = 50_000;
/** Amounts to choose from; another one can be typed. */
export const usualTips = [500, 1_000, 2_000] as const;
