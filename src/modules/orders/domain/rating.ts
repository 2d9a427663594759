/** What a client says of finished work, in a word for each number. */
export const starLabels = { 1: "Poor", 2: "Weak", 3: "Fair", 4: "Good", 5: "Excellent" } as const;
export type Stars = keyof typeof starLabels;
export const stars = [1, 2, 3, 4, 5] as const satisfies readonly Stars[];

/** A client's rating of an order, and the operator's one reply. */
export type Rating = {
  stars: Stars;
  text: string | null;
  at: Date;
  reply: string | null;
  repliedAt: Date | null;
};

/** Longest words of a rating and of its reply. */
export const mostRatingText = 2_000;

/** "4 of 5, Good". */
export const ratingText = ({ stars: given }: Pick<Rating, "stars">): string => `${given} of 5, ${starLabels[given]}`;
