import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { pagesChangeAt } from "#src/modules/operator/index.server.ts";
import { databaseRefusal } from "#src/platform/database/errors.ts";
import { bytesOf, wholeResponse } from "#src/platform/respond.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { minuteMs } from "#src/shared/units.ts";
import { ourHost } from "./guard.ts";
import { beganHere, enterGroup, type InlineHashes, pagePolicy, pageVary, setHeaders } from "./headers.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { requestId } from "./scope.ts";

export type Kept = {
  version: string;
  at: number;
  /** When it looks different by itself. */
  until: number;
  etag: string;
  raw: Buffer;
  br: Buffer;
  gzip: Buffer;
  headers: Headers;
};
type Render = (path: string) => Promise<Response>;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** A page of 80 kB is 6 % smaller than at 9, and takes a fourth of the time of 11. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

const freshFor = minuteMs;
const mostWaitMs = 1_000;
const most = 200;

/** Public pages as bytes, for visitors without a session: rendered once a settings version, again each minute behind the scenes. */
export function openPages(runtime: Runtime, render: Render, dev: boolean) {
  const kept = new Map<string, Kept>();
  const busy = new Map<string, Promise<Kept | null>>();

  const isOver = ({ until }: Kept): boolean => runtime.clock().getTime() >= until;

  const make = async (path: string, version: string): Promise<Kept | null> => {
    const until = await pagesChangeAt(runtime.settings.get, runtime.clock());
    const response = await render(path);
    if (response.status !== 200) {
      kept.delete(path);
      return null;
    }
    const raw = await bytesOf(response);
    const headers = new Headers({ "content-type": "text/html; charset=utf-8", vary: `${pageVary}, Accept-Encoding` });
    headers.set("cache-control", "public, max-age=0, s-maxage=300, must-revalidate");
    headers.set("content-security-policy", pagePolicy(hashesOf(raw.toString("utf8")), runtime.config, dev));
    setHeaders(headers, runtime.config);
    const etag = `"${createHash("sha256").update(raw).digest("base64url").slice(0, 22)}"`;
    const at = Date.now();
    const [br, gzipped] = await Promise.all([brotli(raw, quality), zip(raw, { level: 9 })]);
    const page: Kept = { version, at, until, etag, raw, br, gzip: gzipped, headers };
    if (kept.size >= most) kept.clear();
    kept.set(path, page);
    return page;
  };

  const refresh = (path: string, version: string): Promise<Kept | null> => {
    const key = `${version} ${path}`;
    const running = busy.get(key) ?? make(path, version).finally(() => busy.delete(key));
    busy.set(key, running);
    return running;
  };

  const find = async (path: string): Promise<Kept | null> => {
    const page = kept.get(path);
    const asked = runtime.settings.version().then(String);
    const version = page ? await notAway(asked) : await asked;
    if (version === null) return page ?? null;
    if (!page) return refresh(path, version);
    if (page.version !== version || isOver(page))
      return (await notAway(refresh(path, version))) ?? kept.get(path) ?? null;
    if (Date.now() - page.at > freshFor)
      refresh(path, version).catch((err) => runtime.log.warn({ err }, "a page could not be rendered again"));
    return page;
  };

  return {
    answer: async (path: string, request: Request): Promise<Response | null> => {
      const page = await find(path);
      return page && answer(page, request);
    },
    /** The page when it is surely the newest, without asking anybody. */
    ready: (path: string): Kept | null => {
      const page = kept.get(path);
      if (!page || Date.now() - page.at > freshFor || isOver(page)) return null;
      const version = runtime.settings.knownVersion();
      return version !== null && page.version === String(version) ? page : null;
    },
  };
}

/** A page that is kept does not wait for records that are away: it is shown as it was. */
async function notAway<T>(asked: Promise<T>): Promise<T | null> {
  const timeout = new Promise<null>((done) => setTimeout(done, mostWaitMs, null).unref());
  const unlessAway = (error: unknown): null => {
    if (databaseRefusal(error)) return null;
    throw error;
  };
  return Promise.race([asked.catch(unlessAway), timeout]);
}

function answer(page: Kept, request: Request): Response {
  const headers = new Headers(page.headers);
  headers.set("etag", page.etag);
  if (request.headers.get("if-none-match") === page.etag) return new Response(null, { status: 304, headers });
  const accepts = request.headers.get("accept-encoding") ?? "";
  const coding = accepts.includes("br") ? "br" : accepts.includes("gzip") ? "gzip" : null;
  const bytes = coding ? page[coding] : page.raw;
  if (coding) headers.set("content-encoding", coding);
  headers.set("content-length", String(bytes.length));
  return request.method === "HEAD" ? new Response(null, { headers }) : wholeResponse(bytes, { headers });
}

const inlined = /<(script|style)(?![^>]*\b(?:src=|type="(?:application\/json|text\/plain)"))[^>]*>([\s\S]*?)<\/\1>/g;

/** SHA-256 of every script and style sheet that stands in a page; data and what is inert need no leave to run. */
export function hashesOf(html: string): InlineHashes {
  const found: { scripts: string[]; styles: string[] } = { scripts: [], styles: [] };
  for (const [, element, text = ""] of html.matchAll(inlined)) {
    const hash = createHash("sha256").update(text).digest("base64");
    found[element === "style" ? "styles" : "scripts"].push(hash);
  }
  return found;
}

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
