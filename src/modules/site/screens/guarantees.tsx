import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts, shownPage } from "#src/modules/operator/index.server.ts";
import { ladderBars } from "#src/modules/orders/index.ts";
import { exampleCents } from "#src/modules/pricing/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import type { Route } from "./+types/guarantees.ts";
import { AskedQuestions } from "./asked-questions.tsx";
import { markedOr } from "./common-questions.server.ts";
import { CreditPicture, LadderPicture } from "./ladder-picture.tsx";
import { lifeNow } from "./life.server.ts";
import { LongText } from "./long-text.tsx";

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { runtime } = context.get(requestContext);
  const { refund } = await lifeNow(context);
  const questions = await markedOr(runtime, "guarantees", []);
  return {
    facts: await pageFacts(context, "/guarantees"),
    ...(await shownPage(runtime, "guarantees")),
    bars: ladderBars(await exampleCents(runtime), refund),
    ...(questions.length > 0 && { questions }),
    credit: { dayPercent: refund.creditDayPercent, mostPercent: refund.creditMaxPercent },
  };
};

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta(loaderData.facts, loaderData.title, loaderData.description) : [];

/** What the shop can be held to. */
export default function Guarantees({ loaderData: { page, bars, credit, questions } }: Route.ComponentProps) {
  const parts = { "refund picture": <LadderPicture bars={bars} />, "credit picture": <CreditPicture {...credit} /> };
  return (
    <LongText
      page={page}
      parts={parts}
      {...(questions && {
        last: { id: "asked", title: "Questions", part: <AskedQuestions questions={questions} /> },
      })}
    />
  );
}
