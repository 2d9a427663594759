export type Booked = { transaction: string; cents: number; currency: string };

export type DayComparison = {
  payments: number;
  theirCents: number;
  ourCents: number;
  /** A payment that the provider has and we do not, the other way round, and one of another amount or currency. */
  onlyTheirs: number;
  onlyOurs: number;
  otherAmount: number;
};

const byTransaction = (rows: readonly Booked[]): ReadonlyMap<string, { cents: number; currency: string }> => {
  const sums = new Map<string, { cents: number; currency: string }>();
  for (const { transaction, cents, currency } of rows)
    sums.set(transaction, { currency, cents: cents + (sums.get(transaction)?.cents ?? 0) });
  return sums;
};

const sum = (rows: readonly Booked[]): number => rows.reduce((total, { cents }) => total + cents, 0);

/** A provider's books of a day beside ours, payment by payment. Parts under one name are one payment. */
export function compareDay(theirs: readonly Booked[], ours: readonly Booked[]): DayComparison {
  const [there, here] = [byTransaction(theirs), byTransaction(ours)];
  const differs = [...there].filter(([name, { cents, currency }]) => {
    const own = here.get(name);
    return own !== undefined && (own.cents !== cents || own.currency !== currency);
  });
  return {
    payments: new Set([...there.keys(), ...here.keys()]).size,
    theirCents: sum(theirs),
    ourCents: sum(ours),
    onlyTheirs: [...there.keys()].filter((name) => !here.has(name)).length,
    onlyOurs: [...here.keys()].filter((name) => !there.has(name)).length,
    otherAmount: differs.length,
  };
}

export const isEqual = (one: DayComparison & { unanswered: number }): boolean =>
  one.onlyTheirs + one.onlyOurs + one.otherAmount + one.unanswered === 0;
