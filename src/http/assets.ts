import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { pipeline, Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from "node:zlib";
import type { Context } from "hono";
import { type BrandFile, brandFile, keptBrandFile, lastPageBrand } from "#src/modules/operator/index.server.ts";
import { bytesOf, problem, wholeResponse } from "#src/platform/respond.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { refuse } from "#src/shared/outcome.ts";
import type { Env } from "./scope.ts";

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
};

type Asset = { type: string; forms: { raw: Buffer; br?: Buffer; gzip?: Buffer } };
const squeezable = new Set([".js", ".css", ".svg", ".json", ".txt", ".webmanifest"]);

/** Everything under build/client, read once at start: a path that is not in the map does not exist. */
export function openAssets(folder: string) {
  const assets = new Map<string, Asset>();
  for (const file of files(folder)) {
    const ending = extname(file);
    const type = types[ending];
    if (!type) continue;
    assets.set(`/${relative(folder, file).split(sep).join("/")}`, { type, forms: load(file, squeezable.has(ending)) });
  }
  return (path: string, request: Request): Response | null => {
    const asset = assets.get(path);
    if (!asset) return null;
    const accepts = request.headers.get("accept-encoding") ?? "";
    const coding =
      accepts.includes("br") && asset.forms.br ? "br" : accepts.includes("gzip") && asset.forms.gzip ? "gzip" : null;
    const bytes = (coding && asset.forms[coding]) || asset.forms.raw;
    const headers = new Headers({
      "content-type": asset.type,
      "content-length": String(bytes.length),
      vary: "Accept-Encoding",
    });
    headers.set(
      "cache-control",
      path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600",
    );
    if (coding) headers.set("content-encoding", coding);
    return new Response(request.method === "HEAD" ? null : new Uint8Array(bytes), { headers });
  };
}

function load(file: string, squeeze: boolean): Asset["forms"] {
  const raw = readFileSync(file);
  if (!squeeze || raw.length < 256) return { raw };
  const prepared = (ending: string, make: () => Buffer) => {
    try {
      return readFileSync(file + ending);
    } catch {
      return make();
    }
  };
  return {
    raw,
    br: prepared(".br", () => brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
    gzip: prepared(".gz", () => gzipSync(raw, { level: 6 })),
  };
}

function files(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((file) => statSync(file).isFile());
  } catch {
    return [];
  }
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const texts = /^(text\/|application\/(json|problem\+json|javascript)|image\/svg)/;

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

type Coding = "br" | "gzip" | null;
const codingFor = (request: Request): Coding => {
  const accepts = request.headers.get("accept-encoding") ?? "";
  return accepts.includes("br") ? "br" : accepts.includes("gzip") ? "gzip" : null;
};

/** Each part leaves when it was made: a file that is sent while it is read begins at once and is never in memory whole. */
function inParts(body: ReadableStream<Uint8Array>, coding: "br" | "gzip"): ReadableStream<Uint8Array> {
  const zipped =
    coding === "br"
      ? createBrotliCompress({ ...quality, flush: constants.BROTLI_OPERATION_FLUSH })
      : createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH });
  // A failure on one side ends the other: the reader gets an error.
  pipeline(Readable.fromWeb(body as WebStream<Uint8Array>), zipped, () => undefined);
  return Readable.toWeb(zipped) as ReadableStream<Uint8Array>;
}

/** Compresses text answers whole, and files to keep part by part; other streams and small bodies pass. */
export async function compressed(response: Response, request: Request): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  if (
    !response.body ||
    !texts.test(type) ||
    type.startsWith("text/event-stream") ||
    response.headers.has("content-encoding")
  )
    return response;
  const headers = new Headers(response.headers);
  headers.append("vary", "Accept-Encoding");
  const wanted = codingFor(request);
  if (response.headers.get("content-disposition")?.startsWith("attachment")) {
    if (wanted) headers.set("content-encoding", wanted);
    headers.delete("content-length");
    return new Response(wanted ? inParts(response.body, wanted) : response.body, { status: response.status, headers });
  }
  const raw = await bytesOf(response);
  const coding = raw.length < 1024 ? null : wanted;
  const bytes = coding === "br" ? await brotli(raw, quality) : coding === "gzip" ? await zip(raw, { level: 5 }) : raw;
  if (coding) headers.set("content-encoding", coding);
  headers.set("content-length", String(bytes.length));
  return wholeResponse(bytes, { status: response.status, headers });
}

const brandPath = /^\/brand\/([\w-]{1,80}\.(?:css|svg|png))$/;

/** A picture that somebody opens by itself runs nothing and asks for nothing. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

function brandAnswer({ type, bytes, lasting }: BrandFile, request: Request): Response {
  const headers = new Headers({ "content-type": type, "content-length": String(bytes.length) });
  headers.set("cache-control", lasting ? "public, max-age=31536000, immutable" : "no-store");
  if (type.startsWith("image/")) headers.set("content-security-policy", picturePolicy);
  return new Response(request.method === "HEAD" ? null : bytes, { headers });
}

/** Addresses of the style sheets that a shop adds to those of the product, for pages that ask nobody. */
export function brandSheets(runtime: Runtime): readonly string[] {
  const brand = lastPageBrand(runtime);
  return brand ? [brand.styles] : [];
}

/** What lies ready of `/brand/…`, before anything is counted or asked: every page waits for its style sheet. */
export function keptBrand(runtime: Runtime, c: Context<Env>): Response | Promise<Response> | null {
  const [, name = ""] = brandPath.exec(c.req.path) ?? [];
  const file = name && keptBrandFile(runtime, name);
  return file ? compressed(brandAnswer(file, c.req.raw), c.req.raw) : null;
}

/** GET /brand/:file: the style sheet of the shop's brand, its pictures and icons. */
export async function brandHandler(runtime: Runtime, c: Context<Env>): Promise<Response> {
  const [, name = ""] = brandPath.exec(c.req.path) ?? [];
  const file = name && (await brandFile(runtime, name));
  if (!file) return problem(refuse("not-found", "There is nothing at this address."), c.get("scope").request.id);
  return compressed(brandAnswer(file, c.req.raw), c.req.raw);
}
