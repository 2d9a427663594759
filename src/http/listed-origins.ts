import { readEvery } from "#src/platform/interval.ts";
import type { Runtime } from "#src/platform/runtime.ts";

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
