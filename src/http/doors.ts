import type { Hono } from "hono";
import { authHandler } from "#src/modules/accounts/index.server.ts";
import { chatDoor } from "#src/modules/chat/index.server.ts";
import { noticesDoor } from "#src/modules/notifications/index.server.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { cspDoor } from "./csp-report.ts";
import type { Env } from "./env.ts";
import { fileRoutes } from "./files.ts";
import { lookDoor } from "./look.ts";
import { passkeyDoor } from "./passkeys.ts";
import { quoteRoutes } from "./quotes.ts";
import { webhookDoor } from "./webhooks.ts";

/** Every address that is not a page. Each door is a function that adds its own routes. */
export function openDoors(app: Hono<Env>, runtime: Runtime): void {
  lookDoor(app, runtime);
  cspDoor(app, runtime);
  passkeyDoor(app);
  quoteRoutes(app);
  fileRoutes(app, runtime);
  webhookDoor(app, runtime);
  app.get("/api/chat", (c) => chatDoor.get(c.req.raw, c.get("scope")));
  app.post("/api/chat/:what", (c) => chatDoor.post(c.req.param("what"), c.req.raw, c.get("scope")));
  app.get("/api/notices", (c) => noticesDoor.get(c.get("scope")));
  app.post("/api/notices/read", (c) => noticesDoor.read(c.req.raw, c.get("scope")));
  const auth = authHandler(runtime);
  app.all("/api/auth/*", (c) => auth(c.req.raw, c.get("scope")));
}
