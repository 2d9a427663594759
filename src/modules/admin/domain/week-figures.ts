import { percentIn } from "#src/shared/money.ts";
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

/** How many weeks can be shown at once. */
export const weekSpans = [4, 12, 26, 52] as const;
export type WeekSpan = (typeof weekSpans)[number];

/** What the address asks for; anything else is the standard: 12 weeks of all services. */
export const readWeekAsk = (params: URLSearchParams): { span: WeekSpan; service: string } => ({
  span: weekSpans.find((one) => String(one) === params.get("weeks")) ?? 12,
  service: params.get("service") ?? "",
});

/** The Monday of the week that holds this day; days are YYYY-MM-DD. */
const mondayOf = (day: string): string => {
  const at = Date.parse(`${day}T00:00:00Z`);
  const since = (new Date(at).getUTCDay() + 6) % 7;
  return new Date(at - since * dayMs).toISOString().slice(0, 10);
};

/** The Mondays of the last `span` weeks in the zone, oldest first, the last one being this week's. */
export const lastWeeks = (now: Date, zone: string, span: number): readonly string[] => {
  const monday = Date.parse(`${mondayOf(localOf(now, zone).date)}T00:00:00Z`);
  return Array.from({ length: span }, (_, at) =>
    new Date(monday - (span - 1 - at) * 7 * dayMs).toISOString().slice(0, 10),
  );
};

/** An instant not after the first of these weeks begins anywhere on earth, and at most a day before it. */
export const sinceWeek = (weeks: readonly string[]): Date => new Date(Date.parse(`${weeks[0]}T00:00:00Z`) - dayMs);

type OfWeek<T> = readonly (T & { week: string })[] | null;

/** What the modules know of each week; null: this admin may not see it. */
export type WeekFacts = {
  money: OfWeek<{ service: string; receivedCents: number; sentBackCents: number }>;
  deliveries: OfWeek<{ service: string; delivered: number; onTime: number }>;
  replies: OfWeek<{ asked: number; answered: number; middleMs: number | null }>;
};

export type WeekLine = {
  week: string;
  receivedCents: number;
  sentBackCents: number;
  delivered: number;
  onTime: number;
  asked: number;
  answered: number;
  middleMs: number | null;
};

const sum = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((all, row) => all + of(row), 0);

/** One line a week, for one service or for all of them; a week without anything is zeros. Chats have no service. */
export const weekLines = (
  { money, deliveries, replies }: WeekFacts,
  weeks: readonly string[],
  service = "",
): readonly WeekLine[] =>
  weeks.map((week) => {
    const mine = (row: { week: string; service: string }) => row.week === week && (!service || row.service === service);
    const paid = money?.filter(mine) ?? [];
    const handed = deliveries?.filter(mine) ?? [];
    const chat = replies?.find((row) => row.week === week);
    return {
      week,
      receivedCents: sum(paid, (row) => row.receivedCents),
      sentBackCents: sum(paid, (row) => row.sentBackCents),
      delivered: sum(handed, (row) => row.delivered),
      onTime: sum(handed, (row) => row.onTime),
      asked: chat?.asked ?? 0,
      answered: chat?.answered ?? 0,
      middleMs: chat?.middleMs ?? null,
    };
  });

/** The services that have figures in these weeks, by name. */
export const servicesIn = ({ money, deliveries }: WeekFacts, weeks: readonly string[]): readonly string[] =>
  [
    ...new Set(
      [...(money ?? []), ...(deliveries ?? [])].filter(({ week }) => weeks.includes(week)).map((r) => r.service),
    ),
  ].sort();

/** Whole percent of deliveries that were on time; null without a delivery. */
export const onTimePercent = ({ delivered, onTime }: Pick<WeekLine, "delivered" | "onTime">): number | null =>
  delivered === 0 ? null : percentIn(onTime, delivered);
