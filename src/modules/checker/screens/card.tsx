import { redirect } from "react-router";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { InfoPage } from "#src/ui/info-page.tsx";
import { trainingSets } from "../domain/training-sets.ts";
import { checkerPort } from "../index.server.ts";
import type { Route } from "./+types/card.ts";
import { RateTable } from "./rate-table.tsx";

/** The model card: one click from every answer. Without a model there is none. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const card = ctx.runtime.port(checkerPort).card();
  if (!card) throw redirect("/aichecker/how");
  return { facts: await pageFacts(context, "/aichecker/card"), card };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "Model card of the AI checker",
    "What the checker learned from, and how often it is wrong.",
  );

export default function Card({ loaderData: { card } }: Route.ComponentProps) {
  return (
    <InfoPage title="Model card" lede="What the checker’s model is, what it learned from, and how often it is wrong.">
      <h2>What it is</h2>
      <p>
        A statistical model: runs of words and letters, weighed by logistic regression, and small trees on some 240
        numbers of style. It runs on this server alone. It knows English only. It is not to be used as the only ground
        for a decision about a person.
      </p>
      <ul>
        <li>{`Version ${card.version}; training texts ${card.corpus}`}</li>
        <li className="break-all">{`SHA-256 of the model’s file: ${card.sha256}`}</li>
      </ul>
      <h2>Errors, the worst first</h2>
      <p>
        A kind that it knows was judged by models that had seen other texts of that kind, to other tasks; the row of
        kinds never seen, by models that had seen none. Shares of human texts called “resembles machine-written text”,
        and of machine texts called so; n is the number of texts, and below it stands the range in which the share lies
        in 95 of 100 such counts.
      </p>
      <RateTable rates={card.rates} />
      <h2>What it learned from</h2>
      <p>Research sets in English. Their rows are not part of this product; only the learned weights are.</p>
      <ul>
        {trainingSets.map(({ name, what, licence }) => (
          <li key={name}>{`${name}: ${what}. Licence: ${licence}.`}</li>
        ))}
      </ul>
      <h2>Machines it has seen</h2>
      <p>
        GPT-3.5 to GPT-4o, text-davinci-003, Claude 3, Gemini 1.0 and 1.5, Llama 3 and mixed older models of 2022 to
        2024; debate speeches of 18 models of 2026. Models that write unlike today’s assistants, such as flan-t5, are
        nearly invisible to it.
      </p>
      <h2>What raises mistakes</h2>
      <p>
        Formal writing with fixed phrases, such as research abstracts, manuals and legal text; short texts; text that a
        tool has polished or translated. Mistakes, slang and rewriting lower what is found.
      </p>
    </InfoPage>
  );
}
