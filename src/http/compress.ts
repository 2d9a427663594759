import { pipeline, Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { bytesOf, wholeResponse } from "#src/platform/respond.ts";

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
