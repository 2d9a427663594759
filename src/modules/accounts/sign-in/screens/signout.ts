import { redirect } from "react-router";
import { requestContext } from "#src/platform/request-context.ts";
import { signOut } from "../../index.server.ts";
import { withCookies } from "../../screens/answers.server.ts";
import type { Route } from "./+types/signout.ts";

/** Only a button ends a session; opening the address does nothing. */
export const loader = () => redirect("/");

export async function action({ context }: Route.ActionArgs) {
  const out = await signOut(context.get(requestContext), {});
  if (!out.ok) throw new Error(out.message);
  const headers = withCookies(out.value.cookies);
  headers.set("clear-site-data", '"cache", "storage"');
  return redirect("/", { headers });
}
