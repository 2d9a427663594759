import { counted } from "#src/shared/counted.ts";
import { dayMs, hourMs, minuteMs } from "#src/shared/units.ts";

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
