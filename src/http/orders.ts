import type { Hono } from "hono";
import { orderHandlers } from "#src/modules/orders/index.server.ts";
import type { Env } from "./env.ts";

/** `/api/orders` for programs with a key. */
export function orderRoutes(app: Hono<Env>): void {
  app.get("/api/orders", (c) => orderHandlers.list(c.req.raw, c.get("scope")));
  app.get("/api/orders/:number", (c) => orderHandlers.one(c.req.param("number"), c.get("scope")));
}
