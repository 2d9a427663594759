import { redirect } from "react-router";
import { requireFactor, requirePerson } from "#src/modules/accounts/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { fileToKeep } from "#src/platform/respond.ts";
import { archiveOf, gatherMyData } from "../index.server.ts";
import type { Route } from "./+types/download.ts";

const page = "/accountSettings/data";

/** The archive itself; whoever may not have it now goes back to the page that says why. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireFactor(requirePerson(ctx, request), request);
  const gathered = await gatherMyData(ctx);
  if (!gathered.ok) {
    const first = gathered.code === "step-up";
    throw redirect(first ? `/confirm-identity?next=${encodeURIComponent(page)}` : `${page}?limited`);
  }
  const now = ctx.runtime.clock();
  return fileToKeep(await archiveOf(gathered.value, now), {
    type: "application/zip",
    name: `my-data-${now.toISOString().slice(0, 10)}.zip`,
  });
}
