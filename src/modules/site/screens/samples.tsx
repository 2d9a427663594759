import { inlineNodes, pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts, samplesIn, shownPage } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { PageHead } from "#src/ui/reading.tsx";
import type { Route } from "./+types/samples.ts";
import { ModelText } from "./model-text.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { page, title, description } = await shownPage(context.get(requestContext).runtime, "samples");
  const { title: heading, lede } = page;
  const facts = await pageFacts(context, "/samples");
  return { facts, title, description, heading, lede, samples: samplesIn(page) ?? [] };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta(loaderData.facts, loaderData.title, loaderData.description) : [];

export default function Samples({ loaderData: { heading, lede, samples } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap page">
      <PageHead title={heading} lede={lede && inlineNodes(lede)} />
      <div className="mt-14 grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-16 max-lg:mt-7 max-md:gap-14">
        {samples.map((sample) => (
          <ModelText key={sample.name} {...sample} />
        ))}
      </div>
    </main>
  );
}
