import { z } from "zod";
import { dayMs, hourMs } from "#src/shared/units.ts";
import { instantOf, localOf, shiftedDay } from "#src/shared/zone.ts";
import { defineSetting } from "../settings.ts";

const whole = (least: number, most: number) => z.number().int().min(least).max(most);

const schema = z.strictObject({
  hour: whole(0, 23),
  perDay: whole(1, 24),
  daily: whole(1, 366),
  weekly: whole(0, 104),
  monthly: whole(0, 120),
  /** Days from one drill to the next; 0: none are done. */
  drillDays: whole(0, 90).default(7),
});
export type BackupPlan = z.infer<typeof schema>;

/** When backups are made, how many of them stay, and how often one is restored for trial. */
export const backupSetting = defineSetting<BackupPlan>({
  key: "backups",
  meaning:
    "backups by schedule: the hour of the first one of a day in the shop's time zone, how many a day, and of how many days, weeks and months the newest one is kept; days from one restore drill of the newest backup to the next, 0 for none",
  schema,
  default: { hour: 3, perDay: 1, daily: 7, weekly: 4, monthly: 12, drillDays: 7 },
});

const hoursOf = ({ hour, perDay }: BackupPlan): number[] =>
  Array.from({ length: perDay }, (_, at) => (hour + Math.floor((24 * at) / perDay)) % 24);

/** The instants of a day at which a backup is due; an hour that the clocks jump over has none. */
const slotsOn = (date: string, plan: BackupPlan, zone: string): Date[] =>
  hoursOf(plan).flatMap((hour) => instantOf(date, `${String(hour).padStart(2, "0")}:00`, zone) ?? []);

const around = (now: Date, plan: BackupPlan, zone: string): Date[] => {
  const { date } = localOf(now, zone);
  // Two days back: a plan of one backup a day has none on a day whose hour was left out.
  return [-2, -1, 0, 1, 2]
    .flatMap((days) => slotsOn(shiftedDay(date, days), plan, zone))
    .sort((a, b) => Number(a) - Number(b));
};

/** The latest instant that the plan names until now. */
export const dueSlot = (now: Date, plan: BackupPlan, zone: string): Date | null =>
  around(now, plan, zone).findLast((slot) => slot <= now) ?? null;

/** The first instant after now that the plan names. */
export const nextSlot = (now: Date, plan: BackupPlan, zone: string): Date | null =>
  around(now, plan, zone).find((slot) => slot > now) ?? null;

/** Monday of the week of a day. */
const weekOf = (date: string): string => {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return shiftedDay(date, -((weekday + 6) % 7));
};

/**
 * Which backups of these moments stay: the newest of each of the last days, weeks and months that have one, by the
 * calendar of the shop. The newest of all always stays.
 */
export function keptBackups(moments: readonly Date[], plan: BackupPlan, zone: string): ReadonlySet<Date> {
  const newestFirst = moments.toSorted((a, b) => Number(b) - Number(a));
  const kept = new Set(newestFirst.slice(0, 1));
  const keepBy = (count: number, periodOf: (date: string) => string): void => {
    const periods = new Map<string, Date>();
    for (const moment of newestFirst) {
      const period = periodOf(localOf(moment, zone).date);
      if (!periods.has(period)) periods.set(period, moment);
    }
    for (const moment of [...periods.values()].slice(0, count)) kept.add(moment);
  };
  keepBy(plan.daily, (date) => date);
  keepBy(plan.weekly, weekOf);
  keepBy(plan.monthly, (date) => date.slice(0, 7));
  return kept;
}

type LastDrill = { slot: Date; state: "waiting" | "running" | "done" | "failed"; error: string | null };

/**
 * Whether the whole backup of this time is to be restored for trial: so many days after the last drill, and a day after
 * one that was not done or not equal. A failed drill of this very backup is tried again.
 */
export function isDrillDue(slot: Date, last: LastDrill | null, { drillDays }: BackupPlan): boolean {
  if (drillDays === 0) return false;
  if (!last) return true;
  const since = slot.getTime() - last.slot.getTime();
  if (since === 0) return last.state !== "done";
  const equal = last.state === "done" && last.error === null;
  return since >= (equal ? drillDays : 1) * dayMs - hourMs; // a day of the clocks' change has 23 hours
}
