import type { Hono } from "hono";
import { askPasskey } from "#src/modules/accounts/index.server.ts";
import { readJson } from "#src/platform/json.ts";
import { problem } from "#src/platform/respond.ts";
import { refuse } from "#src/shared/outcome.ts";
import type { Env } from "./env.ts";

/** POST /api/passkeys: the question that a passkey signs. What it signed comes back in the form of the page. */
export function passkeyHandlers(app: Hono<Env>): void {
  app.post("/api/passkeys", async (c) => {
    const scope = c.get("scope");
    const body = await readJson(c.req.raw, scope.request.id);
    if (body instanceof Response) return body;
    const answer = await askPasskey(scope, body.value, c.req.raw.headers);
    if (!answer.ok) return problem(answer, scope.request.id);
    c.header("cache-control", "no-store");
    for (const cookie of answer.value.cookies) c.header("set-cookie", cookie, { append: true });
    return c.json(answer.value.options as Record<string, unknown>);
  });
  app.all("/api/passkeys", (c) => {
    const answer = problem(refuse("not-found", "Ask with POST."), c.get("scope").request.id);
    return new Response(answer.body, {
      status: 405,
      headers: { ...Object.fromEntries(answer.headers), allow: "POST" },
    });
  });
}
