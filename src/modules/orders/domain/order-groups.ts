/** The admin area's groups of orders that are not over; these can be sorted by deadline. */
export const openOrderGroups = [
  "open",
  "needs-quote",
  "unpaid",
  "no-writer",
  "working",
  "delivered",
  "trouble",
] as const;
