import { createHash } from "node:crypto";
import type { Ctx } from "#src/platform/runtime.ts";
import { openApiDocument } from "./openapi.ts";

type Kept = { text: string; etag: string };
const kept = new Map<string, Kept>();

function documentFor(baseUrl: URL): Kept {
  const known = kept.get(baseUrl.origin);
  if (known) return known;
  const text = JSON.stringify(openApiDocument(baseUrl), null, 2);
  const made = { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
  kept.set(baseUrl.origin, made);
  return made;
}

/** `GET /api/openapi.json`: the description of the API, for everybody. Who names the version that it has gets 304. */
export function descriptionHandler(request: Request, { runtime }: Ctx): Response {
  const { text, etag } = documentFor(runtime.config.baseUrl);
  const headers = { etag, "cache-control": "public, max-age=300" };
  const known = request.headers.get("if-none-match")?.split(",");
  if (known?.some((one) => one.trim().replace(/^W\//, "") === etag))
    return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "content-type": "application/json; charset=utf-8" } });
}
