import {
  blockNodes,
  groupsOf,
  inlineNodes,
  pageMeta,
  questionsIn,
  wordsOf,
} from "#src/modules/operator/index.screens.ts";
import { pageFacts, shownPage } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { LongPage, LongPart } from "#src/ui/long-page.tsx";
import { Questions } from "#src/ui/reading.tsx";
import type { Route } from "./+types/faq.ts";
import { questionList } from "./structured-data.ts";

export const loader = async ({ context }: Route.LoaderArgs) => ({
  facts: await pageFacts(context, "/faq"),
  ...(await shownPage(context.get(requestContext).runtime, "faq")),
});

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        ...pageMeta(loaderData.facts, loaderData.title, loaderData.description),
        ...questionList(questionsIn(loaderData.page).map(({ ask, answer }) => ({ ask: wordsOf(ask), answer }))),
      ]
    : [];

/** Questions in their groups: titles of the second level are groups, those of the third level questions. */
export default function Faq({ loaderData: { page } }: Route.ComponentProps) {
  const groups = groupsOf(page.blocks, 2).flatMap(({ heading, blocks }) =>
    heading ? [{ id: heading.id, label: wordsOf(heading.of), blocks }] : [],
  );
  return (
    <LongPage title={page.title} lede={page.lede && inlineNodes(page.lede)} lines={groups}>
      {groups.map(({ id, label, blocks }) => (
        <LongPart key={id} id={id} title={label}>
          <Questions
            items={groupsOf(blocks, 3).flatMap((one) =>
              one.heading ? [{ question: wordsOf(one.heading.of), answer: blockNodes(one.blocks, {}) }] : [],
            )}
          />
        </LongPart>
      ))}
    </LongPage>
  );
}
