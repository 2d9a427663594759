import { type Config, isLoopback } from "#src/config.ts";
import { readEvery } from "#src/platform/interval.ts";
import type { Runtime } from "#src/platform/runtime.ts";

const unsafe = new Set(["POST", "PUT", "PATCH", "DELETE"]);
/** Asked by the address of a process, not by the name of the shop: proxies, containers and Prometheus look here. */
export const watchedAddresses: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);
const known = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

type Verdict = { status: number; message: string } | null;

/** In local mode localhost, 127.0.0.1 and [::1] on our port are one host; elsewhere only BASE_URL's host is ours. */
export function ourHost(host: string | undefined, config: Config): boolean {
  if (!host) return false;
  if (host === config.baseUrl.host) return true;
  if (!isLoopback(config.baseUrl)) return false;
  try {
    const url = new URL(`http://${host}`);
    return isLoopback(url) && (!config.baseUrlGiven || url.port === config.baseUrl.port);
  } catch {
    return false;
  }
}

/** Behind a proxy that ends TLS the request's own URL differs from the browser's: React Router compares them. */
export function ourUrl(request: Request, runtime: Runtime): Request {
  const url = new URL(request.url);
  const { baseUrl, baseUrlGiven } = runtime.config;
  if (!baseUrlGiven || url.origin === baseUrl.origin || url.hostname === "127.0.0.1" || url.hostname === "[::1]")
    return request;
  const ours = new URL(baseUrl.origin);
  ours.pathname = url.pathname; // set, not parsed: a path that begins with two slashes would name a host
  ours.search = url.search;
  return new Request(ours, request);
}

const isDecodable = (path: string): boolean => {
  try {
    return decodeURIComponent(path).length > 0; // used: the build drops a call whose value nobody takes
  } catch {
    return false;
  }
};

/** Without `.data` (React Router's name for a page's data) it would name the folder above, which is another page. */
const climbs = (path: string): boolean => /\/(?:\.|%2e){1,2}\.data$/i.test(path);

/**
 * Refuses foreign hosts (421), unknown methods (405), long addresses (414), addresses that are no text (400) and
 * cross-site writes (403). `isListedSite`: a page of a site that may ask for quotes does so.
 */
export function checkRequest(request: Request, config: Config, isListedSite = false): Verdict {
  const { method, headers } = request;
  if (!known.has(method)) return { status: 405, message: "This method is not used here." };
  if (request.url.length > 8192) return { status: 414, message: "This address is too long." };
  const url = new URL(request.url);
  if (!watchedAddresses.has(url.pathname) && !ourHost(headers.get("host") ?? undefined, config))
    return { status: 421, message: "This host name is not served here." };
  if (!isDecodable(url.pathname)) return { status: 400, message: "This address cannot be read: check its % signs." };
  if (climbs(url.pathname)) return { status: 400, message: "This address cannot be read: check its dots." };
  if (unsafe.has(method) && !isListedSite && !sameSite(request, url, config))
    return { status: 403, message: "This request came from another site. Open the page again and try once more." };
  return null;
}

/** Apple's answer comes as a form from Apple's site: its state and the browser's cookie prove it (provider-handlers.ts). */
const postedByApple = "/api/auth/callback/apple";

/** Handlers that prove their sender otherwise: providers sign, programs show a key, and a script without cookie may ask for a price. */
function sameSite(request: Request, url: URL, config: Config): boolean {
  const { headers } = request;
  if (url.pathname.startsWith("/webhooks/") || url.pathname === "/csp-report") return true;
  if (url.pathname === postedByApple && request.method === "POST") return true;
  const origin = headers.get("origin");
  const fromProgram = !origin && !headers.has("cookie") && !headers.has("sec-fetch-site");
  if (fromProgram && (url.pathname === "/api/quotes" || showsKey(url, headers))) return true;
  if (origin) return ourOrigin(origin, config);
  return headers.get("sec-fetch-site") === "same-origin";
}

/** A page of another site cannot send this header: browsers ask first (CORS), and nothing here allows it. */
const showsKey = ({ pathname }: URL, headers: Headers): boolean =>
  pathname.startsWith("/api/") && /^Bearer /i.test(headers.get("authorization") ?? "");

function ourOrigin(origin: string, config: Config): boolean {
  try {
    const url = new URL(origin);
    return url.protocol === config.baseUrl.protocol && ourHost(url.host, config);
  } catch {
    return false;
  }
}

/** How long a process keeps the list: a revoked key counts no longer than that. */
const keptMs = 2_000;

const asksForQuotes = (path: string): boolean => /^\/api\/quotes(\/[^/]+)?$/.test(path);

/**
 * The site whose page asks for a quote without a key and without cookies, as CORS knows it; null for all others. The
 * list is read once in two seconds, whatever origins are sent: this runs before any limit.
 */
export function openListedOrigins(runtime: Runtime, readList: (runtime: Runtime) => Promise<ReadonlySet<string>>) {
  // Trouble of the database: no site is known until the list is read again.
  const listed = readEvery(keptMs, () => readList(runtime).catch((): ReadonlySet<string> => new Set()));
  return async ({ url, headers }: Request): Promise<string | null> => {
    const origin = headers.get("origin");
    if (!origin || origin.length > 300 || !asksForQuotes(new URL(url).pathname)) return null;
    if (headers.has("cookie") || headers.has("authorization")) return null;
    return (await listed()).has(origin) ? origin : null;
  };
}

/** Lets pages of this site read an answer. Never with credentials. */
export function letRead(headers: Headers, origin: string): void {
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-expose-headers", "Retry-After");
  headers.append("vary", "Origin");
}

/** What a browser asks before it sends JSON to another site. */
export const preflight = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": "GET, POST",
      "access-control-allow-headers": "Content-Type",
      "access-control-max-age": "600",
    },
  });
