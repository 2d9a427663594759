import { PageHead } from "#src/ui/reading.tsx";
import type { Route } from "./+types/samples.ts";
import { ModelText, models } from "./model-text.tsx";
import { pageFacts } from "./page-facts.server.ts";
import { pageMeta } from "./page-meta.ts";

export const loader = async ({ context }: Route.LoaderArgs) => ({ facts: await pageFacts(context, "/samples") });

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "Samples",
    "Short model texts with the writer's notes: an essay, an edit, a calculation and a program.",
  );

export default function Samples() {
  return (
    <main id="main" className="wrap page">
      <PageHead
        title="Samples"
        lede="Short texts that show the form of the work, with notes on why they are built this way. Nothing here comes from an order."
      />
      <div className="svc-main max-w-4xl">
        {Object.keys(models).map((name) => (
          <ModelText key={name} name={name} />
        ))}
      </div>
    </main>
  );
}
