import { data, redirect } from "react-router";
import { blockNodes, inlineNodes, pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts, shownOwnPage, shownPage } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { pageUrl } from "#src/platform/respond.ts";
import { InfoPage } from "#src/ui/long-page.tsx";
import type { Route } from "./+types/text-page.ts";

export async function loader({ context, request, params: { slug } }: Route.LoaderArgs) {
  const { runtime } = context.get(requestContext);
  const { pathname, search } = pageUrl(request);
  if (slug === undefined) {
    const steps = pathname.toLowerCase().split("/").filter(Boolean);
    const { page, title, description } = await shownPage(runtime, steps.join("-"));
    return { facts: await pageFacts(context, `/${steps.join("/")}`), page, title, description };
  }
  const own = await shownOwnPage(runtime, slug);
  if (!own) throw data(null, { status: 404 });
  if (pathname !== own.address) throw redirect(own.address + search);
  const { page, title, description } = own;
  return { facts: await pageFacts(context, own.address), page, title, description };
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
