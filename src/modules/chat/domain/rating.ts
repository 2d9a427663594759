/** How a conversation with Support was, from the best to the worst. */
export const ratingLabels = { good: "Good", fair: "Neither good nor bad", bad: "Not good" } as const;
export type Rating = keyof typeof ratingLabels;
export const ratingValues = Object.keys(ratingLabels) as [Rating, ...Rating[]];

/** Characters that a person may add to the choice. */
export const longestRating = 1_000;
