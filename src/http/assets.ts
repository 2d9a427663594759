import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

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
