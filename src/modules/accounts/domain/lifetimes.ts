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

/** How long a removal of the second factor waits, in milliseconds. */
const removalWait = 72 * hourMs;

/** When a removal that was asked for takes effect. */
export const removalDue = (askedAt: Date): Date => new Date(askedAt.getTime() + removalWait);

type Mark = readonly [word: string, pattern: RegExp];

/** The first pattern that fits wins: browsers name those they descend from after themselves. */
const browsers: readonly Mark[] = [
  ["Edge", /\b(?:Edg|EdgA|EdgiOS|Edge)\//],
  ["Opera", /\b(?:OPR|OPiOS|Opera)\b/],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Vivaldi", /\bVivaldi\//],
  ["Yandex Browser", /\bYaBrowser\//],
  ["DuckDuckGo", /\b(?:DuckDuckGo|Ddg)\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ["Safari", /\bVersion\/[\d.]+ .*\bSafari\//],
  ["Safari", /\b(?:iPhone|iPad|Macintosh)\b.*\bAppleWebKit\//],
];

const systems: readonly Mark[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\b(?:Macintosh|Mac OS X)\b/],
  ["Linux", /\bLinux\b/],
];

/** Real ones are shorter; what follows is not read, so that odd ones cost no time. */
const longest = 400;

const labelFor = (marks: readonly Mark[], agent: string): string | undefined =>
  marks.find(([, pattern]) => pattern.test(agent))?.[0];

/** A device in words for its owner, from the browser's own description: "Firefox on Windows". Never used to decide. */
export function deviceLabel(agent: string | null): string {
  const read = (agent ?? "").slice(0, longest);
  const browser = labelFor(browsers, read);
  const system = labelFor(systems, read);
  if (browser && system) return `${browser} on ${system}`;
  if (browser) return browser;
  return system ? `A browser on ${system}` : "Unknown device";
}
