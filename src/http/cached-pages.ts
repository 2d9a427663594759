import type { IncomingMessage, ServerResponse } from "node:http";
import type { Runtime } from "#src/platform/runtime.ts";
import { ourHost } from "./guard.ts";
import { beganHere, enterGroup } from "./headers.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Kept } from "./pages.ts";
import { requestId } from "./scope.ts";

type Coding = "br" | "gzip" | "raw";
export type AnswerCachedPage = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Answers kept public pages with node's own response, before web-standard objects are made: they cost several times
 * the answer itself. Returns false, and has done nothing, for every request that needs more thought.
 */
export function openCachedPages(
  runtime: Runtime,
  ready: (path: string) => Kept | null,
  metrics: Pick<Metrics, "answered">,
): AnswerCachedPage {
  const known = new Set<string>();
  const isOurs = (host: string | undefined): boolean => {
    if (host === undefined || known.has(host)) return host !== undefined;
    if (!ourHost(host, runtime.config)) return false;
    if (known.size < 20) known.add(host);
    return true;
  };
  return (request, response) => {
    const { method, url = "", headers } = request;
    if (method !== "GET" || headers.cookie?.includes("pw_session=") || !isOurs(headers.host)) return false;
    const started = performance.now();
    const page = ready(url);
    if (!page) return false;
    const id = requestId();
    const status = headers["if-none-match"] === page.etag ? 304 : 200;
    const coding = codingOf(headers["accept-encoding"]);
    const lines = wire(page, headers["sec-fetch-site"]?.toString())[status === 304 ? "none" : coding];
    response.writeHead(status, [...lines, "x-request-id", id]);
    response.end(status === 304 ? undefined : page[coding]);
    const ms = Math.round((performance.now() - started) * 10) / 10;
    metrics.answered(() => url, { method, status, ms });
    runtime.log.info({ requestId: id, method, route: url, status, ms, viewer: "guest" }, "request");
    return true;
  };
}

const codingOf = (accepts: string | string[] = ""): Coding =>
  accepts.includes("br") ? "br" : accepts.includes("gzip") ? "gzip" : "raw";

type Wire = Readonly<Record<Coding | "none", string[]>>;
const ownWires = new WeakMap<Kept, Wire>();
const foreignWires = new WeakMap<Kept, Wire>();

/** The header lines of a kept page, once a page and who began: name, value, name, value. */
function wire(page: Kept, site: string | undefined): Wire {
  const own = beganHere(site);
  const wires = own ? ownWires : foreignWires;
  const made = wires.get(page);
  if (made) return made;
  const headers = new Headers(page.headers);
  if (own) enterGroup(headers);
  const none = [...headers].flat().concat("etag", page.etag);
  const sized = (coding: Coding) => [...none, "content-length", String(page[coding].length)];
  const fresh = {
    none,
    raw: sized("raw"),
    br: [...sized("br"), "content-encoding", "br"],
    gzip: [...sized("gzip"), "content-encoding", "gzip"],
  };
  wires.set(page, fresh);
  return fresh;
}
