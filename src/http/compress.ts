import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { bytesOf, wholeResponse } from "#src/platform/whole-body.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const texts = /^(text\/|application\/(json|problem\+json|javascript)|image\/svg)/;

/** Compresses short text answers whole; streams and small bodies pass. */
export async function compressed(response: Response, request: Request): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  if (
    !response.body ||
    !texts.test(type) ||
    type.startsWith("text/event-stream") ||
    response.headers.has("content-encoding")
  )
    return response;
  const accepts = request.headers.get("accept-encoding") ?? "";
  const raw = await bytesOf(response);
  const headers = new Headers(response.headers);
  headers.append("vary", "Accept-Encoding");
  const coding = raw.length < 1024 ? null : accepts.includes("br") ? "br" : accepts.includes("gzip") ? "gzip" : null;
  const bytes =
    coding === "br"
      ? await brotli(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : coding === "gzip"
        ? await zip(raw, { level: 5 })
        : raw;
  if (coding) headers.set("content-encoding", coding);
  headers.set("content-length", String(bytes.length));
  return wholeResponse(bytes, { status: response.status, headers });
}
