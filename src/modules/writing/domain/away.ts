/** First and last day off as YYYY-MM-DD, both days included; both null: none. */
export type Away = { awayFrom: string | null; awayUntil: string | null };

/** Whether one of the days from `day` to `last` is a day off. */
export const isAway = ({ awayFrom, awayUntil }: Away, day: string, last: string = day): boolean =>
  awayFrom !== null && awayUntil !== null && awayFrom <= last && awayUntil >= day;

/** Whether the days off are still to come or run: what is over is not worth a word. */
const isAhead = ({ awayFrom, awayUntil }: Away, today: string): boolean =>
  awayFrom !== null && awayUntil !== null && awayUntil >= today;

const months = "January February March April May June July August September October November December".split(" ");
const split = (day: string) => {
  const [year = "", month = "1", date = "1"] = day.split("-");
  return { year, month: months[Number(month) - 1] ?? "", date: String(Number(date)) };
};

/** "2 to 9 April", "30 March to 2 April", "28 December 2026 to 4 January 2027"; null when none is ahead. */
export const awayLabel = (away: Away, today: string): string | null => {
  const { awayFrom, awayUntil } = away;
  if (awayFrom === null || awayUntil === null || !isAhead(away, today)) return null;
  const [from, until] = [split(awayFrom), split(awayUntil)];
  const end = `${until.date} ${until.month}`;
  if (awayFrom === awayUntil) return end;
  if (from.year !== until.year) return `${from.date} ${from.month} ${from.year} to ${end} ${until.year}`;
  return from.month === until.month ? `${from.date} to ${end}` : `${from.date} ${from.month} to ${end}`;
};
