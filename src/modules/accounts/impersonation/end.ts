import { redirect } from "react-router";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { endImpersonation } from "../index.server.ts";
import type { Route } from "./+types/end.ts";

/** Only a button ends it; opening the address does nothing. */
export const loader = () => redirect("/");

/** Back to the admin's page of the person; where it had ended before, to the overview. */
export async function action({ context, request }: Route.ActionArgs) {
  const personId = orPage(await endImpersonation(context.get(requestContext), {}), request);
  return redirect(personId ? `/admin/people/${personId}` : "/admin");
}
