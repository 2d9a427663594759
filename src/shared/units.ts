/** Milliseconds of an hour, and of a day of 24 of them. */
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
