import { shortTime } from "#src/shared/time-labels.ts";
import { dayMs, minuteMs } from "#src/shared/units.ts";
import { formatDay, localOf } from "#src/shared/zone.ts";

export type Clock = { now: Date; zone: string };

/** When a line happened, short: "21:34" today, "Mon" this week, "4 March" before, with its year where it is not this one. */
export const whenLabel = (at: Date, { now, zone }: Clock): string => {
  const local = localOf(at, zone);
  if (local.date === localOf(now, zone).date) return local.time;
  const [weekday = "", ...date] = formatDay(at, zone, now).split(" ");
  return now.getTime() - at.getTime() < 6 * dayMs ? weekday : date.join(" ");
};

/** "35 min" and "waits 35 min": how long somebody waits for Support; over: longer than the target. */
export const waitLabel = (since: Date, now: Date, targetMs: number) => {
  const ms = now.getTime() - since.getTime();
  const short = ms < minuteMs ? "just now" : shortTime(ms);
  const text = ms < minuteMs ? short : `waits ${short}`;
  const over = ms > targetMs;
  return { short, text: over ? `${text}, over target` : text, over };
};

/** "1", "12", "99+": the inbox counts up to 99. */
export const countUpTo = (count: number, most = 99): string => (count > most ? `${most}+` : String(count));

/** "Berlin" of "Europe/Berlin". */
export const cityOfZone = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
