import type { Hono } from "hono";
import { receiveEvent } from "#src/modules/payments/index.server.ts";
import { problem } from "#src/platform/respond.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { refuse } from "#src/shared/outcome.ts";
import type { Env } from "./env.ts";

/** POST /webhooks/:provider: signed events of payment providers. Stored, answered, then followed. */
export function webhookHandlers(app: Hono<Env>, runtime: Runtime): void {
  app.post("/webhooks/:provider", async (c) => {
    const { id, address } = c.get("scope").request;
    const letter = { raw: await c.req.text(), headers: c.req.raw.headers, address };
    const received = await receiveEvent(runtime, c.req.param("provider"), letter);
    if (received.ok) return c.body(null, 200);
    if (received.status === 429) {
      const { retryAfter } = received;
      return problem(
        refuse("too-many", "Too many events came that nobody signed. Send it again later.", { retryAfter }),
        id,
      );
    }
    if (received.status === 503)
      return problem(refuse("unavailable", "This event cannot be checked now.", { retryAfter: 60 }), id);
    return received.status === 404
      ? problem(refuse("not-found", "There is nothing at this address."), id)
      : c.json(
          { type: "urn:paperwright:signature", title: "This event is not signed as it must be.", status: 400 },
          400,
        );
  });
  app.all("/webhooks/:provider", (c) => c.json({ title: "Use POST.", status: 405 }, 405, { allow: "POST" }));
}
