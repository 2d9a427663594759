import { z } from "zod";
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
