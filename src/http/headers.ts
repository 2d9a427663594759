import type { Config } from "#src/config.ts";

const quiet =
  "accelerometer=(), autoplay=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=(), clipboard-write=(self), fullscreen=(self), publickey-credentials-create=(self), publickey-credentials-get=(self)";

/** SHA-256, base64, of what stands in a page that is kept as bytes. */
export type InlineHashes = { readonly scripts: readonly string[]; readonly styles: readonly string[] };
type InlineSource = { readonly nonce: string } | InlineHashes;

const sources = (inline: InlineSource, kind: keyof InlineHashes): string =>
  "nonce" in inline ? `'nonce-${inline.nonce}'` : inline[kind].map((hash) => `'sha256-${hash}'`).join(" ");

/**
 * The policy of a page: a fresh nonce on rendered pages, hashes on pages kept as bytes. `targets` are other
 * origins to which a form's answer may lead, `framedBy` the only ones whose pages may frame it.
 */
export function pagePolicy(
  inline: InlineSource,
  config: Config,
  dev: boolean,
  targets: readonly string[] = [],
  framedBy: readonly string[] = [],
): string {
  const parts = [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    framedBy.length > 0 ? `frame-ancestors ${framedBy.join(" ")}` : "frame-ancestors 'none'",
    "frame-src 'none'",
    `script-src 'self' ${sources(inline, "scripts")}`,
    `style-src 'self' ${dev ? "'unsafe-inline'" : sources(inline, "styles")}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${config.analyticsUrl ? ` ${config.analyticsUrl.origin}` : ""}${dev ? " ws:" : ""}`,
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    ["form-action 'self'", ...targets].join(" "),
    ...(config.baseUrl.protocol === "https:" ? ["upgrade-insecure-requests"] : []),
    "report-to csp",
    "report-uri /csp-report",
  ];
  return parts.join("; ");
}

const groupHeader = "cross-origin-opener-policy";

const bare = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** What a page fetches and never is a document: headers about documents are 600 bytes of each that nobody reads. */
const partsOfPages = /^(text\/(css|javascript)|font\/)/;

/** Whether the page's own policy names sites that may frame it: X-Frame-Options knows none of them. */
const isFramed = (headers: Headers): boolean =>
  /frame-ancestors http/.test(headers.get("content-security-policy") ?? "");

/** The header set of every answer (errors, redirects and files too); a page's own policy stays. */
export function setHeaders(headers: Headers, config: Config): void {
  const set = (name: string, value: string) => headers.set(name, value);
  if (!headers.has("content-security-policy")) set("content-security-policy", bare);
  set("x-content-type-options", "nosniff");
  set("referrer-policy", "same-origin");
  if (!headers.has("cross-origin-resource-policy")) set("cross-origin-resource-policy", "same-origin");
  if (!isFramed(headers)) set("x-frame-options", "DENY");
  if (!partsOfPages.test(headers.get("content-type") ?? "")) {
    set(groupHeader, "same-origin");
    set("origin-agent-cluster", "?1");
    set("x-permitted-cross-domain-policies", "none");
    set("permissions-policy", quiet);
    set("reporting-endpoints", 'csp="/csp-report"');
  }
  if (config.baseUrl.protocol === "https:") set("strict-transport-security", "max-age=31536000; includeSubDomains");
  if (!headers.has("cache-control")) set("cache-control", "no-store");
}

/** What the answers at a page's address depend on. */
export const pageVary = "Cookie, Sec-Fetch-Site";

/**
 * Whether the browser says that no other site began this request (Fetch Metadata: `same-origin`, or `none` for an
 * address that somebody typed or kept). `site` is the request's `Sec-Fetch-Site`.
 */
export const beganHere = (site: string | null | undefined): boolean => site === "same-origin" || site === "none";

/**
 * Lets a page into the group of windows that it is opened in. A page that another site opens is taken out of that
 * group, so that no foreign window holds on to one of ours. Where no other site began it there is none to hold on, and
 * a new group means a new process, which a browser starts when it has read the head, and the page waits for.
 * @param headers of an answer, as `setHeaders` leaves them
 */
export const enterGroup = (headers: Headers): void => headers.delete(groupHeader);
