import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { whatPeopleRead } from "../../settings/settings-page.ts";
import type { Route } from "./+types/settings-read.ts";

/** What people would read with the values in the address saved: `?<name of the setting>=<value>`. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const edits = [...new URL(request.url).searchParams].map(([name, is]) => ({ name, is }));
  return { pages: orPage(await whatPeopleRead(ctx, { edits }), request) };
}
