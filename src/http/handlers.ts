import type { Hono } from "hono";
import { authHandler } from "#src/modules/accounts/index.server.ts";
import { descriptionHandler } from "#src/modules/api/index.server.ts";
import { chatHandlers, threadHandlers } from "#src/modules/chat/index.server.ts";
import { checkHandlers } from "#src/modules/checker/index.server.ts";
import { noticesHandlers } from "#src/modules/notifications/index.server.ts";
import { orderHandlers } from "#src/modules/orders/index.server.ts";
import { quoteHandlers } from "#src/modules/pricing/index.server.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { cspHandler } from "./csp-report.ts";
import type { Env } from "./env.ts";
import { fileRoutes } from "./files.ts";
import { passkeyHandlers } from "./passkeys.ts";
import { themeHandler } from "./theme.ts";
import { webhookHandlers } from "./webhooks.ts";

/** Every address that is not a page. Each entry is a function that adds its own routes. */
export function addHandlers(app: Hono<Env>, runtime: Runtime): void {
  themeHandler(app, runtime);
  cspHandler(app, runtime);
  passkeyHandlers(app);
  app.get("/api/openapi.json", (c) => descriptionHandler(c.req.raw, c.get("scope")));
  quoteRoutes(app);
  checkRoutes(app);
  orderRoutes(app);
  fileRoutes(app, runtime);
  webhookHandlers(app, runtime);
  app.get("/api/chat", (c) => chatHandlers.get(c.req.raw, c.get("scope")));
  app.post("/api/chat/:what", (c) => chatHandlers.post(c.req.param("what"), c.req.raw, c.get("scope")));
  app.get("/api/threads", (c) => threadHandlers.get(c.req.raw, c.get("scope")));
  app.post("/api/threads/:what", (c) => threadHandlers.post(c.req.param("what"), c.req.raw, c.get("scope")));
  app.get("/api/notices", (c) => noticesHandlers.get(c.get("scope")));
  app.post("/api/notices/read", (c) => noticesHandlers.read(c.req.raw, c.get("scope")));
  const auth = authHandler(runtime);
  app.all("/api/auth/*", (c) => auth(c.req.raw, c.get("scope")));
}

/** `/api/checks`: one text for signed-in people, and how many wait. */
function checkRoutes(app: Hono<Env>): void {
  app.post("/api/checks", (c) => checkHandlers.post(c.req.raw, c.get("scope")));
  app.get("/api/checks", (c) => checkHandlers.waiting(c.get("scope")));
}

/** `/api/orders` for programs with a key. */
function orderRoutes(app: Hono<Env>): void {
  app.get("/api/orders", (c) => orderHandlers.list(c.req.raw, c.get("scope")));
  app.get("/api/orders/:number", (c) => orderHandlers.one(c.req.param("number"), c.get("scope")));
}

/** The public price handlers: `/api/prices`, `/api/quotes` and `/api/quotes/:id`. */
function quoteRoutes(app: Hono<Env>): void {
  const handlers = quoteHandlers();
  app.get("/api/prices", (c) => handlers.prices(c.req.raw, c.get("scope")));
  app.all("/api/prices", (c) => handlers.otherMethod(c.get("scope"), "GET, HEAD"));
  app.post("/api/quotes", (c) => handlers.post(c.req.raw, c.get("scope")));
  app.get("/api/quotes/:id", (c) => handlers.get(c.req.param("id"), c.get("scope")));
  app.all("/api/quotes", (c) => handlers.otherMethod(c.get("scope"), "POST"));
  app.all("/api/quotes/:id", (c) => handlers.otherMethod(c.get("scope"), "GET, HEAD"));
}
