import { Link } from "react-router";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { InfoPage } from "#src/ui/info-page.tsx";
import { checkerPort } from "../index.server.ts";
import type { Route } from "./+types/how.ts";
import { RateTable } from "./rate-table.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const card = ctx.runtime.port(checkerPort).card();
  return { facts: await pageFacts(context, "/aichecker/how"), installed: card !== null, rates: card?.rates ?? [] };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "How the AI checker works and where it fails",
    "What it compares, what it measures, and where it is wrong.",
  );

export default function How({ loaderData: { installed, rates } }: Route.ComponentProps) {
  return (
    <InfoPage
      title="How this works and where it fails"
      lede="The checker compares a style with styles it has learned from. It does not know who wrote a text, and nobody can read that from a text alone."
    >
      {!installed && <p>The checker is not installed in this installation. Where it is, it works as described here.</p>}
      {rates.length > 0 && (
        <>
          <h2>Where it fails, the worst first</h2>
          <p>
            These are counts on texts that the models had not seen. Kinds that it knows are judged by what it learned
            from other texts of the kind; kinds that it has never seen have a row of their own. Flagged is what was said
            to resemble machine-written text; n is the number of texts, and below it stands the range in which the share
            lies in 95 of 100 such counts.
          </p>
          <RateTable rates={rates} />
        </>
      )}
      <h2>Known weak spots</h2>
      <ul>
        <li>
          Research abstracts, study papers and other formal writing with fixed phrases are flagged by mistake more than
          the rest. They have a higher limit, so machine-written ones often end as “We cannot tell”.
        </li>
        <li>College application essays: there were no human ones to learn from.</li>
        <li>A text that a tool has polished, corrected or translated looks like the tool’s.</li>
        <li>Learners of English write simple, correct sentences. They are guarded, but not safe from mistakes.</li>
        <li>
          New models write in new ways. What is found falls with every generation of them; mistakes about people do not.
        </li>
        <li>Rewriting, typing errors and slang hide machine-written text.</li>
      </ul>
      <h2>What happens with a text</h2>
      <p>
        Code, tables, lists of references and Markdown marks are left out. Look-alike letters and invisible characters
        are read as ordinary ones, and counted. Then the model counts runs of words and letters and about 240 numbers of
        style, such as how much sentences differ in length, and compares them with those of texts by people and by
        machines.
      </p>
      <p>
        The answer has three bands. The upper limit is set so that fewer than 1 of 100 human texts of the kinds it knows
        are above it, and fewer of those by learners of English; for kinds it has never seen it can be more. People and
        machines write most alike where they write as researchers do, so a text with many words of research, or with
        citations, has a higher limit. Below 150 words nothing is ever said to resemble machine-written text; below 50
        there is no answer. Poems, lists, code, other languages and texts unlike all it has learned from end as “We
        cannot tell”. That is a full answer, not an error.
      </p>
      <h2>Coloured sentences</h2>
      <p>
        Each sentence is judged together with about 100 words around it, because a single sentence says too little. A
        coloured sentence is where the style resembles machines’ most; it is no finding about that sentence.
      </p>
      <h2>Why a small share of mistakes matters</h2>
      <p>
        If only a few of many texts are written by machines, a small share of mistakes about the many human texts is as
        large as what is rightly found. Each answer shows this arithmetic for its length.
      </p>
      <h2>Your text</h2>
      <p>
        It is read on this server, in memory, and gone when the answer is there. It is not logged, not sent on and not
        learned from. It is stored only if you ask to keep an answer: encrypted, for you alone, until you erase it or
        your account goes.
      </p>
      {installed && (
        <p>
          <Link to="/aichecker/card">Model card</Link> <span aria-hidden="true">·</span>{" "}
          <Link to="/aichecker">Check a text</Link>
        </p>
      )}
    </InfoPage>
  );
}
