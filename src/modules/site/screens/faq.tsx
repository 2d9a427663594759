import { PageHead, Questions } from "#src/ui/reading.tsx";
import type { Route } from "./+types/faq.ts";
import { lifeNow } from "./life.server.ts";
import { pageFacts } from "./page-facts.server.ts";
import { pageMeta } from "./page-meta.ts";
import { questionGroups } from "./questions.server.ts";

export const loader = async ({ context }: Route.LoaderArgs) => ({
  facts: await pageFacts(context, "/faq"),
  groups: questionGroups(await lifeNow(context)),
});

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "Questions",
    "Answers about prices, orders, money, and what is fair to use the work for.",
  );

export default function Faq({ loaderData: { groups } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap page">
      <PageHead title="Questions" lede="Short answers. If yours is missing, write to support." />
      <div className="grid max-w-3xl gap-14">
        {groups.map(({ title, questions }) => (
          <section key={title} aria-label={title}>
            <h2 className="t1">{title}</h2>
            <Questions items={questions.map(({ ask, answer }) => ({ question: ask, answer }))} />
          </section>
        ))}
      </div>
    </main>
  );
}
