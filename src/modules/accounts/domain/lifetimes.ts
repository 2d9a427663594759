import { dayMs, hourMs, minuteMs } from "#src/shared/units.ts";
import type { Role } from "#src/shared/viewer.ts";

/** How long a session lives, in milliseconds: without use (idle) and at all (absolute). Admins: NIST SP 800-63B, AAL2. */
const lifetimes: Record<Role, { idle: number; absolute: number }> = {
  1: { idle: 14 * dayMs, absolute: 30 * dayMs },
  2: { idle: dayMs, absolute: 7 * dayMs },
  3: { idle: hourMs, absolute: 12 * hourMs },
};

export const longestSession = 30 * dayMs;
export const mostSessions = 20;
/** A session's last use is written at most this often. */
export const seenEvery = 5 * minuteMs;

type Span = { createdAt: Date; seenAt: Date };

/** True while the session of a person of `role` lives. */
export function isAlive({ createdAt, seenAt }: Span, role: Role, now: Date): boolean {
  const { idle, absolute } = lifetimes[role];
  return now.getTime() < createdAt.getTime() + absolute && now.getTime() < seenAt.getTime() + idle;
}

export const freeFailures = 5;
const longestWait = 15 * 60;
export const mostFailures = 100;

/** Seconds until the next try after `failures` in a row: none for the first five, then 1, 2, 4 … up to 15 minutes. */
export const waitAfter = (failures: number, free = freeFailures): number =>
  failures < free ? 0 : Math.min(longestWait, 2 ** Math.min(failures - free, 20));

/** After so many failures in a row only a new password helps (NIST SP 800-63B section 3.2.2). */
export const isExhausted = (failures: number, most = mostFailures): boolean => failures >= most;
