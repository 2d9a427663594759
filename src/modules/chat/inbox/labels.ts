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

/** "Berlin" of "Europe/Berlin". */
export const cityOfZone = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");

/** What closing would do with the chosen chats: "4 can be closed. Skipped: 2 closed already, 1 held by Petra." */
export function closableText({ all, whys }: { all: number; whys: readonly string[] }): string {
  if (whys.length === 0) return "Each person reads that the chat is closed.";
  const counts = new Map<string, number>();
  for (const why of whys) counts.set(why, (counts.get(why) ?? 0) + 1);
  const skipped = [...counts].map(([why, count]) => `${count} ${why}`).join(", ");
  return `${all - whys.length} can be closed. Skipped: ${skipped}.`;
}
