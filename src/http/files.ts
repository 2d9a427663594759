import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, Hono } from "hono";
import { fileHandlers } from "#src/modules/files/index.server.ts";
import { orderHandlers } from "#src/modules/orders/index.server.ts";
import { releaseBuffer } from "#src/platform/release-buffer.ts";
import { problem } from "#src/platform/respond.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { setHeaders } from "./headers.ts";
import type { Env } from "./scope.ts";

/**
 * Sends a stream by Node's own response, at the reader's pace and a quarter of the cost of a web stream. `head` has
 * status and every header. Answers what the web layer returns for a request that is answered already.
 */
function sendBytes(outgoing: ServerResponse, { status, headers }: Response, bytes: Readable): Response {
  outgoing.writeHead(status, Object.fromEntries(headers));
  outgoing.once("close", () => bytes.destroy());
  outgoing.on("error", () => bytes.destroy());
  outgoing.on("drain", () => bytes.resume());
  bytes.on("data", (piece: Buffer) => {
    if (!outgoing.write(piece, () => releaseBuffer(piece))) bytes.pause();
  });
  bytes.once("end", () => outgoing.end());
  // Headers are sent, so the only way to report the error is to abort the response.
  bytes.once("error", () => outgoing.destroy());
  return new Response(null, { status, headers: RESPONSE_ALREADY_SENT.headers });
}

/** Uploads and downloads. Everything by `all`: Hono matches HEAD as GET, and the protocol's HEAD is its own verb. */
export function fileRoutes(app: Hono<Env>, runtime: Runtime): void {
  const handlers = fileHandlers(runtime);
  app.all("/files", (c) => handlers.tus(c.req.raw, c.get("scope"), "", c.env.incoming));
  app.get("/files/checks", (c) => handlers.checks(c.req.raw, c.get("scope")));
  app.post("/files/plain", (c) => handlers.plain(c.req.raw, c.get("scope")));
  app.all("/files/:id", (c) => handlers.tus(c.req.raw, c.get("scope"), c.req.param("id"), c.env.incoming));
  const send = async (c: Context<Env>, id: string) => {
    const scope = c.get("scope");
    const { head, bytes } = await handlers.file(c.req.raw, scope, id);
    if (!bytes) return head;
    setHeaders(head.headers, runtime.config);
    head.headers.set("x-request-id", scope.request.id);
    return sendBytes(c.env.outgoing, head, bytes);
  };
  app.all("/files/:id/:name", (c) => send(c, c.req.param("id")));
  /** The same for the program of a partner, whose key opens addresses under /api/ alone. */
  app.get("/api/orders/:number/files/:id", async (c) => {
    const [scope, id] = [c.get("scope"), c.req.param("id")];
    const found = await orderHandlers.file(scope, c.req.param("number"), id);
    return found.ok ? send(c, id) : problem(found, scope.request.id);
  });
}
