import { blockNodes, inlineNodes, pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts, shownPage } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { pageUrl } from "#src/platform/respond.ts";
import { InfoPage } from "#src/ui/info-page.tsx";
import type { Route } from "./+types/text-page.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const name = pageUrl(request).pathname.toLowerCase().replaceAll("/", "");
  const { page, title, description } = await shownPage(context.get(requestContext).runtime, name);
  return { facts: await pageFacts(context, `/${name}`), page, title, description };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta(loaderData.facts, loaderData.title, loaderData.description) : [];

/** A page whose text is Markdown: title, a sentence, and short sections with their titles beside them. */
export default function TextPage({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <InfoPage sections title={page.title} lede={page.lede && inlineNodes(page.lede)}>
      {blockNodes(page.blocks, {})}
    </InfoPage>
  );
}
