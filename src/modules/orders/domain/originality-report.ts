import type { OrderStatus } from "./states.ts";

/** Most reports at one version, and the longest texts of a report in characters. */
export const reportBounds = { perVersion: 5, name: 120, maker: 80, link: 500 } as const;

const over: readonly OrderStatus[] = ["cancelled", "refunded"];

/** Whether reports can still be added to the delivered versions of an order. */
export const takesReports = (status: OrderStatus): boolean => !over.includes(status);

type ReadLink = { ok: true; link: string } | { ok: false; message: string };

const no = (message: string): ReadLink => ({ ok: false, message });

/**
 * Reads the typed address of a report: https, a host with a name, no user and no password. The answer is the address as
 * browsers write it, so that a host in another script is shown in its ASCII form.
 */
export function readReportLink(typed: string): ReadLink {
  const url = URL.parse(typed.trim());
  if (url?.protocol !== "https:") return no("Give a link that begins with https://.");
  if (url.username !== "" || url.password !== "") return no("Give a link without a user name or a password in it.");
  if (!/\.[a-z][a-z\d-]*$/i.test(url.hostname)) return no("Give the link of a site, like https://example.org/report.");
  if (url.href.length > reportBounds.link) return no(`Use a link of at most ${reportBounds.link} characters.`);
  return { ok: true, link: url.href };
}
