import type { Hono } from "hono";
import { setCookie } from "hono/cookie";
import type { House } from "#src/platform/house.ts";
import type { Env } from "./env.ts";

const looks = ["light", "dark", "system"];

/** POST /api/look: keeps light, dark or system in a cookie, then back to the page that asked. */
export function lookDoor(app: Hono<Env>, house: House): void {
  app.post("/api/look", async (c) => {
    const form = await c.req.parseBody();
    const look = String(form.look ?? "");
    if (!looks.includes(look)) return c.json({ title: "Choose light, dark or system.", allowed: looks }, 422);
    setCookie(c, "theme", look, {
      path: "/",
      maxAge: 31_536_000,
      sameSite: "Lax",
      secure: house.config.baseUrl.protocol === "https:",
    });
    if (c.req.header("accept")?.includes("application/json")) return c.body(null, 204);
    return c.redirect(samePage(c.req.header("referer"), c.req.url), 303);
  });
}

function samePage(referer: string | undefined, url: string): string {
  if (!referer || !URL.canParse(referer)) return "/";
  const from = new URL(referer);
  return from.host === new URL(url).host ? from.pathname + from.search : "/";
}
