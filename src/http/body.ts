import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { problem } from "#src/platform/respond.ts";
import { refuse } from "#src/shared/outcome.ts";
import type { Env } from "./env.ts";

const kib = 1024;
const limit = (maxSize: number): MiddlewareHandler<Env> =>
  bodyLimit({
    maxSize,
    onError: (c) =>
      problem(
        refuse("too-large", "This is more than we can take at once. Send less, or write to support."),
        c.get("scope").request.id,
      ),
  });
const json = limit(64 * kib);
const forms = limit(512 * kib);
/** 200,000 characters of a delivery, each up to nine bytes in a form. */
const deliveries = limit(2048 * kib);
const ordersPage = /^\/(?:dashboard|admin)\/orders\/[^/]+$/;
const webhooks = limit(1024 * kib);
const reports = limit(16 * kib);

/** JSON 64 KB, forms 512 KB (on an order's page, where work is delivered, 2 MB), webhooks 1 MB, policy reports 16 KB. Files count their own bytes, as they stream. */
export const limitBody: MiddlewareHandler<Env> = (c, next) => {
  if (c.req.method === "GET" || c.req.method === "HEAD") return next();
  if (c.req.path === "/files" || c.req.path.startsWith("/files/")) return next();
  if (c.req.path.startsWith("/webhooks/")) return webhooks(c, next);
  if (c.req.path === "/csp-report") return reports(c, next);
  if (c.req.header("content-type")?.startsWith("application/json")) return json(c, next);
  return ordersPage.test(c.req.path) ? deliveries(c, next) : forms(c, next);
};
