const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A stretch of time in two units: "4 d 20 h", "22 h", "35 min". */
export const shortTime = (ms: number): string => {
  const whole = Math.max(0, ms);
  if (whole < hour) return `${Math.floor(whole / minute)} min`;
  const hours = Math.floor(whole / hour);
  if (hours < 48) return `${hours} h`;
  const days = Math.floor(whole / day);
  const rest = hours - days * 24;
  return rest === 0 || days > 13 ? `${days} d` : `${days} d ${rest} h`;
};

/** How long until an instant: "4 d 20 h left", "3 h late". */
export const leftOr = (due: Date, now: Date): string => {
  const ms = due.getTime() - now.getTime();
  return ms >= 0 ? `${shortTime(ms)} left` : `${shortTime(-ms)} late`;
};
