import type { Hono } from "hono";
import { fileHandlers } from "#src/modules/files/index.server.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Env } from "./env.ts";
import { setHeaders } from "./headers.ts";
import { sendBytes } from "./send-bytes.ts";

/** Uploads and downloads. Everything by `all`: Hono matches HEAD as GET, and the protocol's HEAD is its own verb. */
export function fileRoutes(app: Hono<Env>, runtime: Runtime): void {
  const handlers = fileHandlers(runtime);
  app.all("/files", (c) => handlers.tus(c.req.raw, c.get("scope"), "", c.env.incoming));
  app.get("/files/checks", (c) => handlers.checks(c.req.raw, c.get("scope")));
  app.post("/files/plain", (c) => handlers.plain(c.req.raw, c.get("scope")));
  app.all("/files/:id", (c) => handlers.tus(c.req.raw, c.get("scope"), c.req.param("id"), c.env.incoming));
  app.all("/files/:id/:name", async (c) => {
    const scope = c.get("scope");
    const { head, bytes } = await handlers.file(c.req.raw, scope, c.req.param("id"));
    if (!bytes) return head;
    setHeaders(head.headers, runtime.config);
    head.headers.set("x-request-id", scope.request.id);
    return sendBytes(c.env.outgoing, head, bytes);
  });
}
