import { figures, counted as plainly } from "#src/shared/counted.ts";

/** A count that was stopped at `most + 1`: "7", "more than 99". */
export const countLabel = (count: number, most: number): string =>
  count > most ? `more than ${most}` : figures(count);

/** "1 order", "3 orders", "more than 99 orders". */
export const counted = (count: number, one: string, most = Number.POSITIVE_INFINITY): string =>
  count > most ? `${countLabel(count, most)} ${one}s` : plainly(count, one);
