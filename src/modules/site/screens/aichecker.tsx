import { redirect } from "react-router";
import { requestContext } from "#src/platform/request-context.ts";
import { signInFirst } from "#src/platform/respond.ts";
import type { Route } from "./+types/aichecker.ts";
import type { ClientHandle } from "./client-layout.tsx";
import { InfoPage } from "./info-page.tsx";
import { pageFacts } from "./page-facts.server.ts";
import { pageMeta } from "./page-meta.ts";

export const handle: ClientHandle = { footer: true };

/** For people with an account only (specification section 2). */
export async function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(requestContext).viewer.kind !== "person") throw redirect(signInFirst(request));
  return { facts: await pageFacts(context, "/aichecker") };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.facts, "AI checker", "The AI-content checker of this installation.");

export default function AiChecker() {
  return (
    <InfoPage title="AI checker" lede="The checker is not installed in this installation.">
      <p>
        There is nothing to paste or to send here, and no text of yours is looked at. The operator of this shop decides
        whether the checker is installed.
      </p>
      <h2>Without a checker</h2>
      <p>
        No program can prove who wrote a text. If somebody doubts your work, show how it came to be: your notes, your
        earlier versions, and the sources that you read.
      </p>
    </InfoPage>
  );
}
