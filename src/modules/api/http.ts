import { createHash } from "node:crypto";
import { versionedJson } from "#src/platform/json.ts";
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
  return versionedJson(request, text, { etag, "cache-control": "public, max-age=300" });
}
