import type { Runtime } from "#src/platform/runtime.ts";

/** Without the names of files: ids are enough to find them. */
export const logPath = (path: string): string => path.replace(/^(\/files\/[^/]*)\/.*/, "$1/").slice(0, 200);

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
