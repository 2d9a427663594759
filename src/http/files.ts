import type { Hono } from "hono";
import { filesDoor } from "#src/modules/files/index.server.ts";
import type { House } from "#src/platform/house.ts";
import type { Env } from "./env.ts";

/** Uploads and downloads. Everything by `all`: Hono matches HEAD as GET, and the protocol's HEAD is its own verb. */
export function fileRoutes(app: Hono<Env>, house: House): void {
  const door = filesDoor(house);
  app.all("/files", (c) => door.collection(c.req.raw, c.get("scope"), c.env.incoming));
  app.post("/files/plain", (c) => door.plain(c.req.raw, c.get("scope")));
  app.all("/files/:id", (c) => door.upload(c.req.raw, c.get("scope"), c.req.param("id"), c.env.incoming));
  app.all("/files/:id/:name", (c) => door.file(c.req.raw, c.get("scope"), c.req.param("id"), c.req.param("name")));
}
