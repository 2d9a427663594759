import { dayMs } from "#src/shared/units.ts";
/** How long an account can be taken back after its deletion was asked for. */
export const graceDays = 30;

export const goesAt = (now: Date): Date => new Date(now.getTime() + graceDays * dayMs);

/** When something is still open on the day, the deletion waits another day. */
export const nextTry = (now: Date): Date => new Date(now.getTime() + dayMs);
