import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { releaseBuffer } from "#src/platform/release-buffer.ts";

/**
 * Sends a stream by Node's own response, at the reader's pace and a quarter of the cost of a web stream. `head` has
 * status and every header. Answers what the web layer returns for a request that is answered already.
 */
export function sendBytes(outgoing: ServerResponse, { status, headers }: Response, bytes: Readable): Response {
  outgoing.writeHead(status, Object.fromEntries(headers));
  outgoing.once("close", () => bytes.destroy());
  outgoing.on("error", () => bytes.destroy());
  outgoing.on("drain", () => bytes.resume());
  bytes.on("data", (piece: Buffer) => {
    if (!outgoing.write(piece, () => releaseBuffer(piece))) bytes.pause();
  });
  bytes.once("end", () => outgoing.end());
  // The head is out: all that can be said is that the rest does not come.
  bytes.once("error", () => outgoing.destroy());
  return new Response(null, { status, headers: RESPONSE_ALREADY_SENT.headers });
}
