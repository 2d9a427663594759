import { counted } from "./counted.ts";
import { dayMs, hourMs, minuteMs } from "./units.ts";

/** A stretch of time in two units: "4 d 20 h", "22 h", "35 min". No line breaks between a number and its unit. */
export const shortTime = (ms: number): string => {
  const whole = Math.max(0, ms);
  if (whole < hourMs) return `${Math.floor(whole / minuteMs)}\u00a0min`;
  const hours = Math.floor(whole / hourMs);
  if (hours < 48) return `${hours}\u00a0h`;
  const days = Math.floor(whole / dayMs);
  const rest = hours - days * 24;
  return rest === 0 || days > 13 ? `${days}\u00a0d` : `${days}\u00a0d ${rest}\u00a0h`;
};

/** A short stretch to the second: "1 s", "59 s", then as `shortTime`. */
export const secondsOrTime = (ms: number): string => (ms < minuteMs ? `${Math.ceil(ms / 1000)} s` : shortTime(ms));

/** How long until an instant: "4 d 20 h left", "3 h late". */
export const leftOr = (due: Date, now: Date): string => {
  const ms = due.getTime() - now.getTime();
  return ms >= 0 ? `${shortTime(ms)} left` : `${shortTime(-ms)} late`;
};

/** A length of time as people say it: "30 minutes", "2 hours", "1 hour and 15 minutes", "7 days". */
export const spokenMinutes = (minutes: number): string => {
  if (minutes < 60) return counted(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const whole = hours >= 48 && hours % 24 === 0 && rest === 0 ? counted(hours / 24, "day") : counted(hours, "hour");
  return rest === 0 ? whole : `${whole} and ${counted(rest, "minute")}`;
};
