import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
import { LongPage, LongPart } from "#src/ui/long-page.tsx";
import { Questions } from "#src/ui/reading.tsx";
import type { Route } from "./+types/faq.ts";
import { lifeNow, quoteMinutesNow } from "./life.server.ts";
import { questionGroups } from "./questions.server.ts";

export const loader = async ({ context }: Route.LoaderArgs) => ({
  facts: await pageFacts(context, "/faq"),
  groups: questionGroups(await lifeNow(context), await quoteMinutesNow(context)),
});

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "Questions",
    "Answers about prices, orders, money, and what is fair to use the work for.",
  );

const idOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, "-");

export default function Faq({ loaderData: { groups } }: Route.ComponentProps) {
  return (
    <LongPage
      title="Questions"
      lede="Short answers. If your question is not here, write to support."
      lines={groups.map(({ title }) => ({ id: idOf(title), label: title }))}
    >
      {groups.map(({ title, questions }) => (
        <LongPart key={title} id={idOf(title)} title={title}>
          <Questions items={questions.map(({ ask, answer }) => ({ question: ask, answer }))} />
        </LongPart>
      ))}
    </LongPage>
  );
}
