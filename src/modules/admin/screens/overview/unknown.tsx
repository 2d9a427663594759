import { data } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import type { Route } from "./+types/unknown.ts";

/** An unknown address of the admin area is a page inside its frame; a guest signs in first. */
export function loader({ context, request }: Route.LoaderArgs) {
  requireAdmin(context.get(requestContext), request);
  throw data(null, { status: 404 });
}

/** Never shown: the frame's error page stands in its place. */
export default function Unknown() {
  return null;
}
