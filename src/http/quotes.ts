import type { Hono } from "hono";
import { quotesDoor } from "#src/modules/pricing/index.server.ts";
import type { Env } from "./env.ts";

/** The public price door: `/api/quotes` and `/api/quotes/:id`. */
export function quoteRoutes(app: Hono<Env>): void {
  const door = quotesDoor();
  app.post("/api/quotes", (c) => door.post(c.req.raw, c.get("scope")));
  app.get("/api/quotes/:id", (c) => door.get(c.req.param("id"), c.get("scope")));
  app.all("/api/quotes", (c) => door.otherMethod(c.get("scope"), "POST"));
  app.all("/api/quotes/:id", (c) => door.otherMethod(c.get("scope"), "GET, HEAD"));
}
