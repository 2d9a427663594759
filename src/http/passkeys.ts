import type { Hono } from "hono";
import { askPasskey } from "#src/modules/accounts/index.server.ts";
import { answerJson } from "#src/platform/json.ts";
import { problem } from "#src/platform/respond.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import type { Env } from "./env.ts";

/** POST /api/passkeys: the question that a passkey signs. What it signed comes back in the form of the page. */
export function passkeyHandlers(app: Hono<Env>): void {
  app.post("/api/passkeys", (c) => {
    const scope = c.get("scope");
    return answerJson(c.req.raw, scope, async (body, cookies) => {
      const asked = await askPasskey(scope, body, c.req.raw.headers);
      if (!asked.ok) return asked;
      cookies.push(...asked.value.cookies);
      return done(asked.value.options);
    });
  });
  app.all("/api/passkeys", (c) => {
    const answer = problem(refuse("not-found", "Ask with POST."), c.get("scope").request.id);
    return new Response(answer.body, {
      status: 405,
      headers: { ...Object.fromEntries(answer.headers), allow: "POST" },
    });
  });
}
