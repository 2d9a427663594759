import type { MiddlewareHandler } from "hono";
import { recordSeenPage } from "#src/modules/accounts/index.server.ts";
import { endImpersonationPath } from "#src/modules/accounts/index.ts";
import { refusalStatus } from "#src/shared/outcome.ts";
import { isImpersonated } from "#src/shared/viewer.ts";
import type { Refuse } from "./refuse.tsx";
import { type Env, isRead, publicPath } from "./scope.ts";

/** The pages of one's own that an admin may see as somebody else; public pages beside. Any other address is closed. */
const open: ReadonlySet<string> = new Set([
  "/dashboard",
  "/dashboard/orders/:orderId",
  "/dashboard/requests/:requestId",
  "/custom/sent/:orderId",
  "/checkout/:orderId/receipt",
  "/notices",
  "/accountSettings",
  "/accountSettings/notices",
  "/accountSettings/appearance",
]);

const ends: readonly string[] = [endImpersonationPath, "/signout"];

type Pages = {
  /** Whether the page at this path is the same for every visitor. */
  isPublic: (path: string) => boolean;
  pagePattern: (path: string) => string | null;
};

/**
 * The only way of an admin who sees the pages as somebody else: opens pages on the list, each recorded in the audit first,
 * and ends it. Everything else is refused, so that a new address is closed until it is listed here. Data of pages without
 * the page, handlers, streams and files stay closed: the pages come without scripts.
 */
export const whileImpersonating =
  (refuse: Refuse, { isPublic, pagePattern }: Pages): MiddlewareHandler<Env> =>
  async (c, next) => {
    const scope = c.get("scope");
    const { viewer } = scope;
    const { method, path } = c.req;
    if (!isImpersonated(viewer) || path.startsWith("/brand/")) return next();
    if (method === "POST" && ends.includes(path.toLowerCase())) return next();
    const closed = (message: string) =>
      refuse(c, { status: 403, type: "read-only", title: `You see the pages as ${viewer.name}`, message });
    if (!isRead(method)) return closed("Nothing can be changed in this view. End it to do this as yourself.");
    const page = path.endsWith(".data") ? null : pagePattern(path);
    if (page === null || !(open.has(page) || isPublic(publicPath(path))))
      return closed(
        "This page stays closed in this view. Conversations, checks, files, sign-in, payments and forms are the person's alone.",
      );
    const recorded = await recordSeenPage(scope, { page });
    if (!recorded.ok)
      return refuse(c, { status: refusalStatus[recorded.code], type: recorded.code, message: recorded.message });
    await next();
    c.res.headers.set("cache-control", "no-store");
  };
