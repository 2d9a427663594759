import { counted } from "./counted.ts";

/** "4 days and 20 hours", to the nearest hour. */
export const spokenHours = (hoursLeft: number): string => {
  const hours = Math.round(hoursLeft);
  const days = Math.floor(hours / 24);
  const rest = hours % 24;
  if (days === 0) return counted(rest, "hour");
  return rest === 0 ? counted(days, "day") : `${counted(days, "day")} and ${counted(rest, "hour")}`;
};
