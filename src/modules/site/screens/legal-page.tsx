import { Link } from "react-router";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { keptLegalText, pageFacts, shownPage } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, pageUrl } from "#src/platform/respond.ts";
import { formatFullDay } from "#src/shared/zone.ts";
import { Notice } from "#src/ui/notice.tsx";
import type { Route } from "./+types/legal-page.ts";
import { LongText } from "./long-text.tsx";
import { VisitChoice } from "./visit-question.tsx";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const [, name = ""] = pageUrl(request).pathname.toLowerCase().split("/");
  const { page, title, description } = await shownPage(ctx.runtime, name);
  const facts = await pageFacts(context, `/${name}`);
  const { version } = params;
  if (!version) return { facts, page, title, description, name, past: null };
  const kept = orPage(await keptLegalText(ctx, { name, version }), request);
  return {
    facts,
    page: kept.page,
    title,
    description,
    name,
    past: { version, since: formatFullDay(kept.since, kept.zone), current: kept.current },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { facts, title, description, past } = loaderData;
  const words = past ? `${title}, version ${past.version}` : title;
  return [...pageMeta(facts, words, description), ...(past ? [{ name: "robots", content: "noindex" }] : [])];
};

type Past = NonNullable<Route.ComponentProps["loaderData"]["past"]>;

/** Which version is read at an address of its own, and where the one of new orders is. */
const ThisVersion = ({ past: { version, since, current }, name }: { past: Past; name: string }) => (
  <Notice tone="plain" className="mb-8">
    Version <span translate="no">{version}</span>, since {since}.{" "}
    {current ? "It is the version for new orders." : <Link to={`/${name}`}>Read the version for new orders</Link>}
  </Notice>
);

/** A text that people accept, as it is now or as a version of it was. */
export default function LegalPage({ loaderData: { page, name, past } }: Route.ComponentProps) {
  return (
    <LongText page={page} parts={{ "choice about visits": <VisitChoice /> }} prose>
      {past && <ThisVersion past={past} name={name} />}
    </LongText>
  );
}
