import { redirect } from "react-router";
import { requestContext } from "#src/platform/request-context.ts";
import { requirePerson } from "../../index.server.ts";
import type { Route } from "./+types/sessions.ts";

/** Where older mails lead: the list stands on the page of sign-in now. */
export function loader({ context, request }: Route.LoaderArgs) {
  requirePerson(context.get(requestContext), request);
  return redirect("/accountSettings/sign-in#sessions");
}
