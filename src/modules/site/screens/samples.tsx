import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
import { PageHead } from "#src/ui/reading.tsx";
import type { Route } from "./+types/samples.ts";
import { ModelText } from "./model-text.tsx";
import { models } from "./model-texts.server.ts";

export const loader = async ({ context }: Route.LoaderArgs) => ({
  facts: await pageFacts(context, "/samples"),
  models,
});

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "Samples",
    "Short model texts with the writer's notes: an essay, an edit, a calculation and a program.",
  );

export default function Samples({ loaderData: { models: texts } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap page">
      <PageHead
        title="Samples"
        lede="Short texts that show the form of the work, with notes on why they are built this way. Nothing here comes from an order."
      />
      <div className="svc-main max-w-4xl">
        {texts.map((model) => (
          <ModelText key={model.name} {...model} />
        ))}
      </div>
    </main>
  );
}
