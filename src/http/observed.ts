import type { Context, MiddlewareHandler } from "hono";
import type { Observer } from "../platform/observing/observer.ts";
import type { Env } from "./env.ts";

/** Lets an observer see each request: the pattern of its address and how it was answered, nothing that was sent. */
export const observed =
  ({ request }: Observer, routeOf: (c: Context<Env>) => string): MiddlewareHandler<Env> =>
  (c, next) =>
    request(next, () => ({
      id: c.get("scope").request.id,
      method: c.req.method,
      route: routeOf(c),
      status: c.res.status,
    }));

/** A path as it is logged: without the names of files, whose ids are enough to find them. */
export const logPath = (path: string): string => path.replace(/^(\/files\/[^/]*)\/.*/, "$1/").slice(0, 200);
