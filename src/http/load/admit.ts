import type { MiddlewareHandler } from "hono";
import type { Env } from "../env.ts";
import type { Refuse } from "../refuse.tsx";
import type { Admission, Release } from "./admission.ts";

/** Bounds what may run for long, such as uploads. Null: all places are taken. */
function openCounter(most: number): () => Release | null {
  let running = 0;
  return () => {
    if (running >= most) return null;
    running += 1;
    return () => {
      running -= 1;
    };
  };
}

/** Requests that bring bytes of files, at once in this process. */
const mostUploads = 256;
const busy = {
  status: 503,
  type: "unavailable",
  message: "Too many people are here at this moment. Try again in a few seconds.",
  retryAfter: 2,
};
const bringsBytes = (path: string, method: string): boolean =>
  (path === "/files" || path.startsWith("/files/")) && (method === "POST" || method === "PATCH");

/**
 * Gives every request a place among those in work, until its handler is done; uploads have places of their own. Streams
 * count while they are opened, downloads until their first byte.
 */
export function admitRequests(admission: Admission, refuse: Refuse): MiddlewareHandler<Env> {
  const uploads = openCounter(mostUploads);
  return async (c, next) => {
    const release = bringsBytes(c.req.path, c.req.method)
      ? uploads()
      : await admission.enter(c.get("scope").request.address);
    if (!release) return refuse(c, busy);
    try {
      return await next();
    } finally {
      release();
    }
  };
}
