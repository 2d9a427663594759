import { redirect } from "react-router";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { signOut } from "../../index.server.ts";
import { withCookies } from "../../screens/answers.server.ts";
import type { Route } from "./+types/signout.ts";

/** Only a button ends a session; opening the address does nothing. */
export const loader = () => redirect("/");

export async function action({ context, request }: Route.ActionArgs) {
  const { cookies } = orPage(await signOut(context.get(requestContext), {}), request);
  const headers = withCookies(cookies);
  headers.set("clear-site-data", '"cache", "storage"');
  return redirect("/", { headers });
}
