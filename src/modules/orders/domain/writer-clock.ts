import { counted } from "#src/shared/counted.ts";
import { barPercent } from "#src/shared/money.ts";
import { dayMs, hourMs, minuteMs } from "#src/shared/units.ts";
import { formatDay, instantOf, localOf } from "#src/shared/zone.ts";
import type { EntryName } from "./entries-and-events.ts";

type Entry = { at: Date; action: EntryName };

/** What a writer's clock is made of. The deadline is moved by every pause that has ended. */
export type ClockFacts = {
  /** When the work, or the revision, began. */
  since: Date;
  deadline: Date;
  heldSince: Date | null;
  history: readonly Entry[];
};

/** Part of the line, in percent of its length. */
type Part = { left: number; width: number };
export type ClockLine = {
  /** How much of the time is used. */
  used: number;
  /** Where the clock stood still. */
  stood: readonly Part[];
  marks: readonly { left: number; label: string }[];
};

const ends: readonly EntryName[] = ["answer", "resume", "answer-for-client", "end-pause"];
export const endsPause = (action: EntryName): boolean => ends.includes(action);

/** The pauses since the work began, the running one to `now`. */
export const pausesOf = (
  { since, heldSince, history }: ClockFacts,
  now: Date,
): readonly { from: Date; until: Date }[] => {
  const pauses: { from: Date; until: Date }[] = [];
  let from: Date | null = null;
  for (const { at, action } of history) {
    if (at < since) continue;
    if (action === "hold") from = at;
    else if (from && endsPause(action)) {
      pauses.push({ from, until: at });
      from = null;
    }
  }
  return heldSince ? [...pauses, { from: heldSince, until: now }] : pauses;
};

const mostMarks = 6;

/** Midnights, or every six hours where the whole is shorter than two days; thinned to what a line can carry. */
const marksOf = (from: Date, until: Date, zone: string): readonly { at: Date; label: string }[] => {
  const short = until.getTime() - from.getTime() < 2 * dayMs;
  const hours = short ? ["00:00", "06:00", "12:00", "18:00"] : ["00:00"];
  const days = Math.min(400, Math.ceil((until.getTime() - from.getTime()) / dayMs) + 1);
  const found = Array.from({ length: days + 1 }, (_, day) => localOf(new Date(from.getTime() + day * dayMs), zone).date)
    .flatMap((date) => hours.map((time) => ({ time, at: instantOf(date, time, zone) })))
    .flatMap(({ time, at }) => {
      if (!at || at <= from || at >= until) return [];
      const [weekday = "", day = ""] = formatDay(at, zone).split(" ");
      const midnight = until.getTime() - from.getTime() > 6 * dayMs ? `${weekday} ${day}` : weekday;
      return [{ at, label: time === "00:00" ? midnight : time }];
    });
  const every = Math.ceil(found.length / mostMarks);
  return found.filter((_, at) => at % every === 0);
};

/** The line of a writer's time: used, stood still, and the days on it. `now` after the deadline fills it. */
export const clockLine = (facts: ClockFacts, now: Date, zone: string): ClockLine => {
  const { since, heldSince } = facts;
  const pauses = pausesOf(facts, now);
  const running = heldSince ? now.getTime() - heldSince.getTime() : 0;
  const end = new Date(Math.max(facts.deadline.getTime() + running, since.getTime() + hourMs));
  const length = end.getTime() - since.getTime();
  const part = (at: Date) => barPercent(at.getTime() - since.getTime(), length);
  return {
    used: part(now),
    stood: pauses.map(({ from, until }) => ({ left: part(from), width: part(until) - part(from) })),
    marks: marksOf(since, end, zone)
      .map(({ at, label }) => ({ left: part(at), label }))
      .filter(({ left }) => left > 4 && left < 96),
  };
};

/** A stretch of time in its two largest units, in words: "4 days and 20 hours", "1 hour and 5 minutes", "35 minutes". */
export const spokenTime = (ms: number): string => {
  const whole = Math.max(0, ms);
  const [days, hours, minutes] = [
    Math.floor(whole / dayMs),
    Math.floor((whole % dayMs) / hourMs),
    Math.floor((whole % hourMs) / minuteMs),
  ];
  const parts =
    days > 0
      ? [counted(days, "day"), hours > 0 && counted(hours, "hour")]
      : [hours > 0 && counted(hours, "hour"), (minutes > 0 || hours === 0) && counted(minutes, "minute")];
  return parts.filter(Boolean).join(" and ");
};

/** "4 days and 20 hours left", "3 hours past the deadline". */
export const spokenLeft = (due: Date, now: Date): string => {
  const ms = due.getTime() - now.getTime();
  return ms >= 0 ? `${spokenTime(ms)} left` : `${spokenTime(-ms)} past it`;
};
