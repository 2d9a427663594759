import type { Runtime } from "#src/platform/runtime.ts";

/** How long a process keeps what it knew of a site: a revoked key counts no longer than that. */
const keptMs = 2_000;
const mostKept = 100;

const asksForQuotes = (path: string): boolean => /^\/api\/quotes(\/[^/]+)?$/.test(path);

/**
 * The site whose page asks for a quote without a key and without cookies, as CORS knows it; null for all others. Which
 * sites may is asked once in two seconds.
 */
export function openListedOrigins(runtime: Runtime, isListed: (runtime: Runtime, origin: string) => Promise<boolean>) {
  const known = new Map<string, { until: number; listed: Promise<boolean> }>();
  const ask = (origin: string): Promise<boolean> => {
    const now = performance.now();
    const before = known.get(origin);
    if (before && before.until > now) return before.listed;
    if (known.size >= mostKept) known.clear();
    const listed = isListed(runtime, origin).catch(() => {
      known.delete(origin); // trouble of the database: no site is known at this moment
      return false;
    });
    known.set(origin, { until: now + keptMs, listed });
    return listed;
  };
  return async ({ url, headers }: Request): Promise<string | null> => {
    const origin = headers.get("origin");
    if (!origin || origin.length > 300 || !asksForQuotes(new URL(url).pathname)) return null;
    if (headers.has("cookie") || headers.has("authorization")) return null;
    return (await ask(origin)) ? origin : null;
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
