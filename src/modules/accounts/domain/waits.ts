export const freeFailures = 5;
const longestWait = 15 * 60;
export const mostFailures = 100;

/** Seconds until the next try after `failures` in a row: none for the first five, then 1, 2, 4 … up to 15 minutes. */
export const waitAfter = (failures: number, free = freeFailures): number =>
  failures < free ? 0 : Math.min(longestWait, 2 ** Math.min(failures - free, 20));

/** After so many failures in a row only a new password helps (NIST SP 800-63B section 3.2.2). */
export const isExhausted = (failures: number, most = mostFailures): boolean => failures >= most;
