import type { Suggestion } from "./suggest.ts";

type Order = { id: string; due: Date | null };

const dueMs = ({ due }: Order): number => due?.getTime() ?? Number.MAX_SAFE_INTEGER;

/**
 * Gives each order a writer, the nearest deadline first: the first suggestion that `takes` accepts. Suggestions are asked
 * for with what was given before, so that nobody gets more than there are places.
 */
export function spreadOrders<O extends Order>(
  orders: readonly O[],
  suggest: (order: O, given: ReadonlyMap<string, number>) => readonly Suggestion[],
  takes: (one: Suggestion, given: ReadonlyMap<string, number>) => boolean = (one) => one.fits,
): { order: O; writerId: string | null; given: number }[] {
  const given = new Map<string, number>();
  return orders
    .toSorted((a, b) => dueMs(a) - dueMs(b) || a.id.localeCompare(b.id))
    .map((order) => {
      const writerId = suggest(order, given).find((one) => takes(one, given))?.id ?? null;
      const now = writerId === null ? 0 : (given.get(writerId) ?? 0) + 1;
      if (writerId !== null) given.set(writerId, now);
      return { order, writerId, given: now };
    });
}
