import type { Hono } from "hono";
import { checkHandlers } from "#src/modules/checker/index.server.ts";
import type { Env } from "./env.ts";

/** `/api/checks`: one text for signed-in people, and how many wait. */
export function checkRoutes(app: Hono<Env>): void {
  app.post("/api/checks", (c) => checkHandlers.post(c.req.raw, c.get("scope")));
  app.get("/api/checks", (c) => checkHandlers.waiting(c.get("scope")));
}
