export type LikeWork = { subject: string | null; pages: number | null };
export type PaidWork = LikeWork & { cents: number };

/** Prices of paid work like a request. `by` says what was alike; "any": the request names neither subject nor pages. */
export type SimilarPrices = {
  n: number;
  by: "subject and length" | "length" | "subject" | "any";
  /** The middle, and between which prices the middle half lies; null without any. */
  cents: { low: number; middle: number; high: number } | null;
  /** The middle of the price of one page, for this many pages; null where pages are not known. */
  forPages: number | null;
};

const sameSubject = (a: LikeWork, b: LikeWork): boolean =>
  a.subject !== null && a.subject.trim().toLowerCase() === b.subject?.trim().toLowerCase();

/** From half of the pages to twice as many. */
const sameLength = (a: LikeWork, b: LikeWork): boolean =>
  a.pages !== null && b.pages !== null && b.pages * 2 >= a.pages && b.pages <= a.pages * 2;

/** The value that this part of the sorted ones does not exceed: the nearest rank, so that it is one of them. */
const rank = (sorted: readonly number[], part: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;

const middleOf = (values: readonly number[]): number =>
  rank(
    [...values].sort((a, b) => a - b),
    0.5,
  );

const narrowed = (
  like: LikeWork,
  paid: readonly PaidWork[],
): Pick<SimilarPrices, "by"> & { found: readonly PaidWork[] } => {
  const [bySubject, byLength] = [
    paid.filter((one) => sameSubject(like, one)),
    paid.filter((one) => sameLength(like, one)),
  ];
  const both = byLength.filter((one) => sameSubject(like, one));
  if (both.length > 0) return { by: "subject and length", found: both };
  if (byLength.length > 0 || (like.pages !== null && bySubject.length === 0)) return { by: "length", found: byLength };
  if (like.subject !== null) return { by: "subject", found: bySubject };
  return { by: "any", found: paid };
};

/** What paid work like this cost: of the same subject and length where there is any, else of the same length, else subject. */
export const similarPrices = (like: LikeWork, paid: readonly PaidWork[]): SimilarPrices => {
  const { by, found } = narrowed(like, paid);
  if (found.length === 0) return { n: 0, by, cents: null, forPages: null };
  const sorted = found.map(({ cents }) => cents).sort((a, b) => a - b);
  const perPage = found.flatMap(({ cents, pages }) => (pages ? [cents / pages] : []));
  const { pages } = like;
  return {
    n: found.length,
    by,
    cents: { low: rank(sorted, 0.25), middle: rank(sorted, 0.5), high: rank(sorted, 0.75) },
    forPages: pages === null || perPage.length === 0 ? null : Math.round(middleOf(perPage) * pages),
  };
};

/** One price to begin a quote with: that of like work for this length, else the price list's, else that of like work; null: nothing is like it. */
export const suggestedCents = (
  list: readonly { cents: number }[],
  { by, cents, forPages }: SimilarPrices,
): number | null => forPages ?? list[0]?.cents ?? (by === "any" ? null : (cents?.middle ?? null));
