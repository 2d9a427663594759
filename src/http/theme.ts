import type { Hono } from "hono";
import { changeTheme, isTheme, themeCookie, themes } from "#src/modules/accounts/index.server.ts";
import { problemDetails } from "#src/platform/respond.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { safeNext } from "#src/shared/next.ts";
import { isForm } from "./body/form-shape.ts";
import type { Env } from "./env.ts";

/**
 * POST /api/theme: keeps light, dark or system in a cookie, and of a signed-in person in the profile, then back to the
 * page that asked.
 */
export function themeHandler(app: Hono<Env>, runtime: Runtime): void {
  app.post("/api/theme", async (c) => {
    if (!isForm(c.req.header("content-type") ?? null)) return notAForm(c.get("scope").request.id);
    const form = await c.req.parseBody();
    const { theme } = form;
    if (!isTheme(theme)) return c.json({ title: "Choose light, dark or system.", allowed: themes }, 422);
    const scope = c.get("scope");
    if (scope.viewer.kind === "person") await changeTheme(scope, { theme });
    c.header("set-cookie", themeCookie(theme, runtime.config), { append: true });
    if (c.req.header("accept")?.includes("application/json")) return c.body(null, 204);
    return c.redirect(samePage(c.req.header("referer"), c.req.url), 303);
  });
}

const notAForm = (requestId: string): Response =>
  problemDetails({ status: 415, type: "unsupported-media-type", title: "Send the fields as a form.", requestId });

function samePage(referer: string | undefined, url: string): string {
  if (!referer || !URL.canParse(referer)) return "/";
  const from = new URL(referer);
  return from.host === new URL(url).host ? safeNext(from.pathname + from.search, "/") : "/";
}
