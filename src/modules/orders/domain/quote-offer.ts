/** One part of a price that an admin names for custom work, in cents. */
export type QuoteLine = { what: string; cents: number };

/** What an admin offers for custom work. The price is the sum of its lines, where it has lines. */
export type QuoteOffer = {
  cents: number;
  scope: string;
  deadline: Date;
  lines?: readonly QuoteLine[] | undefined;
  /** How many hours it is valid; by default the setting's. */
  validHours?: number | undefined;
};

/** What a client would accept instead; null is "as it is". */
export type CounterOffer = { cents: number | null; deadline: Date | null; text: string };

export const quoteBounds = { lines: 20, what: 200, leastHours: 1, mostHours: 720 } as const;
