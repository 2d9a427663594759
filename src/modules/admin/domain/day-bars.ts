import { dayMs } from "#src/shared/units.ts";
import { formatDate, localOf, shiftedDay } from "#src/shared/zone.ts";

export type DayAmount = { day: string; receivedCents: number; payments: number; sentBackCents: number };

/** The last `count` days up to today in the zone, oldest first; days without money are zeros. */
export const lastDays = (known: readonly DayAmount[], now: Date, zone: string, count: number): readonly DayAmount[] => {
  const today = localOf(now, zone).date;
  const byDay = new Map(known.map((one) => [one.day, one]));
  return Array.from({ length: count }, (_, index) => {
    const day = shiftedDay(today, index - count + 1);
    return byDay.get(day) ?? { day, receivedCents: 0, payments: 0, sentBackCents: 0 };
  });
};

/** An instant before the first of the last `count` days anywhere on earth. */
export const sinceDays = (now: Date, count: number): Date => new Date(now.getTime() - (count + 1) * dayMs);

/** "10 March" of YYYY-MM-DD. */
export const dayLabel = (day: string): string => formatDate(new Date(`${day}T00:00:00Z`), "UTC").replace(/ \d+$/, "");

export const sumOf = (days: readonly DayAmount[]): Omit<DayAmount, "day"> =>
  days.reduce(
    (sum, one) => ({
      receivedCents: sum.receivedCents + one.receivedCents,
      payments: sum.payments + one.payments,
      sentBackCents: sum.sentBackCents + one.sentBackCents,
    }),
    { receivedCents: 0, payments: 0, sentBackCents: 0 },
  );
