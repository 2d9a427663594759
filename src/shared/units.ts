/** Milliseconds of a minute, of an hour, and of a day of 24 hours. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The same in seconds, for limits, cookies and `Retry-After`. */
export const hourSeconds = 3_600;
export const daySeconds = 24 * hourSeconds;

/** And in minutes. */
export const dayMinutes = 24 * 60;
