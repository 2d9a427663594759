import { deferredScriptsId } from "./deferred-scripts.ts";

const preloads = /<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g;
const starting = / type="module" async=""/;

/**
 * Makes the scripts that React Router writes into a page wait for deferred-scripts.ts: its preloads become a list, its
 * module an inert script. A page without them is given back as it is.
 */
export function deferRouterScripts(html: string): string {
  if (!starting.test(html)) return html;
  const files = [...html.matchAll(preloads)].map(([, href]) => href);
  return html
    .replace(preloads, "")
    .replace(
      starting,
      ` type="text/plain" id="${deferredScriptsId}" data-at-rest="" data-files='${JSON.stringify(files)}'`,
    );
}
