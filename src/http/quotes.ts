import type { Hono } from "hono";
import { quoteHandlers } from "#src/modules/pricing/index.server.ts";
import type { Env } from "./env.ts";

/** The public price handlers: `/api/prices`, `/api/quotes` and `/api/quotes/:id`. */
export function quoteRoutes(app: Hono<Env>): void {
  const handlers = quoteHandlers();
  app.get("/api/prices", (c) => handlers.prices(c.req.raw, c.get("scope")));
  app.all("/api/prices", (c) => handlers.otherMethod(c.get("scope"), "GET, HEAD"));
  app.post("/api/quotes", (c) => handlers.post(c.req.raw, c.get("scope")));
  app.get("/api/quotes/:id", (c) => handlers.get(c.req.param("id"), c.get("scope")));
  app.all("/api/quotes", (c) => handlers.otherMethod(c.get("scope"), "POST"));
  app.all("/api/quotes/:id", (c) => handlers.otherMethod(c.get("scope"), "GET, HEAD"));
}
