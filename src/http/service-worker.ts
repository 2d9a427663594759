import { createHash } from "node:crypto";
import type { Context } from "hono";
import { brandSetting, offlineStyles, siteSetting } from "#src/modules/operator/index.server.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { compressed } from "./assets.ts";
import { hashesOf } from "./pages.ts";
import type { Env } from "./scope.ts";

const quoted = (hashes: readonly string[]): string => hashes.map((hash) => `'sha256-${hash}'`).join(" ");

/** The page asks for nothing and leads nowhere but to its own address. */
function policyOf(page: string): string {
  const { scripts, styles } = hashesOf(page);
  return `default-src 'none'; script-src ${quoted(scripts)}; style-src ${quoted(styles)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/**
 * Runs in the browser: the one page it holds is shown where a page that somebody opens does not come. It keeps nothing
 * of what was asked, and never sees a form that is sent. The browser asks by itself, so that a page does not wait until
 * the worker runs and the server still learns who began.
 */
function work(page: string, policy: string): string {
  const headers = JSON.stringify({ "content-type": "text/html; charset=utf-8", "content-security-policy": policy });
  return `const page = ${JSON.stringify(page)};
const answer = () => new Response(page, { status: 503, headers: ${headers} });
addEventListener("install", (event) => {
  skipWaiting();
  // What is no page goes past the worker.
  const rest = ["cors", "no-cors", "same-origin"];
  event.addRoutes?.(rest.map((requestMode) => ({ condition: { requestMode }, source: "network" })));
});
addEventListener("activate", (event) => event.waitUntil(registration.navigationPreload?.enable()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate" || request.method !== "GET") return;
  const asked = async () => (await event.preloadResponse) ?? fetch(request);
  event.respondWith(asked().catch(answer));
});
`;
}

/** The page of a shop with this name; `styles` are the rules of its brand, "" where it has none. */
export type OfflinePage = (name: string, styles: string) => string;

/** GET /sw.js: changes with the build's offline page, and with the shop's name and brand. Absent in development. */
export function openServiceWorker(runtime: Runtime, offlinePage: OfflinePage) {
  let made: { of: string; script: string; etag: string } | null = null;
  const scriptFor = (name: string, styles: string) => {
    const of = `${name}\n${styles}`;
    if (made?.of === of) return made;
    const page = offlinePage(name, styles);
    const script = work(page, policyOf(page));
    const etag = `"${createHash("sha256").update(script).digest("base64url").slice(0, 22)}"`;
    made = { of, script, etag };
    return made;
  };
  return async (c: Context<Env>): Promise<Response> => {
    const { name } = await runtime.settings.get(siteSetting);
    const { script, etag } = scriptFor(name, offlineStyles(await runtime.settings.get(brandSetting)));
    const headers = {
      "content-type": "text/javascript; charset=utf-8",
      "content-security-policy": "default-src 'none'; connect-src 'self'",
      "cache-control": "no-cache",
      etag,
    };
    if (c.req.header("if-none-match") === etag) return new Response(null, { status: 304, headers });
    return compressed(new Response(script, { headers }), c.req.raw);
  };
}
