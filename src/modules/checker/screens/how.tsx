import type { ReactNode } from "react";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { figures } from "#src/shared/counted.ts";
import { percentIn } from "#src/shared/money.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { Ticks } from "#src/ui/marks.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { isMeasured, percentText } from "../domain/card.ts";
import type { ErrorRate } from "../domain/model.ts";
import { checkerPort } from "../index.server.ts";
import type { Route } from "./+types/how.ts";
import { RatePlot, RateTable } from "./rate-plot.tsx";

/** The sets that the shipped model learned from. */
const trainingSets: readonly { name: string; what: string; licence: string }[] = [
  {
    name: "BiScope",
    what: "reviews, fiction, college essays and abstracts, human and by five models of 2023 and 2024",
    licence: "MIT for the repository; human texts keep their own rights",
  },
  {
    name: "Learning to Rewrite",
    what: "13 kinds of web writing, human and by four models of 2024",
    licence: "unknown",
  },
  { name: "ELLIPSE", what: "essays of learners of English, human", licence: "research use" },
  { name: "OUTFOX", what: "essays of school students, human and by three models of 2022 and 2023", licence: "unknown" },
  { name: "M4", what: "mixed web writing, human and by mixed models of 2023", licence: "unknown in the copy used" },
  { name: "HPPT", what: "research abstracts, human and polished by GPT-3.5", licence: "unknown" },
  { name: "DNA-DetectLLM", what: "arXiv abstracts and XSum news, human", licence: "unknown" },
  { name: "Debates of 2026", what: "debate speeches by 18 models of 2026", licence: "unknown" },
  { name: "AI-TEXT-DETECTION", what: "student essays, human and by mixed models", licence: "unknown" },
  { name: "ArguGPT", what: "argument essays by two models of 2022 and 2023", licence: "unknown" },
  { name: "Lastde", what: "forum posts, human and by three models of 2024", licence: "unknown" },
  { name: "Herbold et al. 2023", what: "argument essays, human and by two models", licence: "Apache-2.0" },
  { name: "rexshijaku", what: "answers of students, human and by GPT-3.5", licence: "MIT" },
];

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  return { facts: await pageFacts(context, "/aichecker/how"), card: ctx.runtime.port(checkerPort).card() };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "How the AI checker works and where it fails",
    "What it compares, what it measures, and where it is wrong.",
  );

/** Of all texts of the shorter kind: how many people are wronged, and what is not found. */
const resultText = (rates: readonly ErrorRate[]): string | null => {
  const all = rates.find(({ kind, words }) => kind === "all" && words < 300);
  if (!all || !isMeasured(all.humans) || !isMeasured(all.machines)) return null;
  const wrong = percentText(all.humans.k / all.humans.n);
  const missed = 100 - percentIn(all.machines.k, all.machines.n);
  return `Of ${figures(all.humans.n)} human texts of 150 to 299 words, ${wrong}% were called “like a machine” by mistake. The price for that: ${missed}% of the machine texts were not found.`;
};

const steps = [
  {
    key: "reads",
    title: "1. It reads the text",
    text: "Code, tables and lists of references are left out. Look-alike letters and invisible characters are read as ordinary ones. Below 50 words it stops.",
    drawn: (
      <span className="grid w-full gap-[9px]">
        <i className="h-[3px] bg-rule-strong" />
        <i className="h-[3px] w-[70%] bg-mark-3 [box-shadow:0_1.5px_0_var(--color-mark-line)]" />
        <i className="h-[3px] bg-rule-strong" />
      </span>
    ),
  },
  {
    key: "compares",
    title: "2. It compares the style",
    text: "It counts runs of words and letters and about 240 numbers of style, such as how much sentences differ in length.",
    drawn: (
      <span className="rbar w-full">
        <i className="people" style={{ left: "4%", width: "40%" }} />
        <i className="machines" style={{ left: "46%", width: "44%" }} />
        <b className="[box-shadow:none]" style={{ left: "58%" }} />
      </span>
    ),
  },
  {
    key: "answers",
    title: "3. It gives one of three answers",
    text: "The limit is high: fewer than 1 of 100 human texts of the kinds it knows pass it by mistake. Below 150 words it never says “like a machine”.",
    drawn: (
      <span className="scale3 w-full">
        <span className="track h-5.5">
          <i />
          <i />
          <i />
          <b className="[box-shadow:none]" style={{ left: "52%" }} />
        </span>
      </span>
    ),
  },
];

const ThreeSteps = () => (
  <section className="grid gap-x-10 gap-y-7 lg:grid-cols-3" aria-label="Three steps">
    {steps.map(({ key, title, text, drawn }) => (
      <div key={key}>
        <div
          className="mb-4 grid h-21 items-center rounded-md border border-rule-strong bg-sheet px-5 py-4"
          aria-hidden="true"
        >
          {drawn}
        </div>
        <h2 className="t3">{title}</h2>
        <p className="mt-1 text-[1rem]/6 text-ink-2">{text}</p>
      </div>
    ))}
  </section>
);

const Wrong = ({ rates }: { rates: readonly ErrorRate[] }) => {
  const result = resultText(rates);
  return (
    <section aria-labelledby="wrong">
      <h2 className="t1" id="wrong">
        How often it is wrong
      </h2>
      {result && <p className="mt-3 max-w-[46rem] font-serif text-[1.25rem]/[1.8125rem] normal-nums">{result}</p>}
      <RatePlot rates={rates} />
      <details className="mt-4">
        <summary className="flex min-h-11 items-center gap-2 text-pen">
          <b className="strong">{`Show the numbers as a table, ${rates.length} rows`}</b>
          <Icon of={ChevronDown} />
        </summary>
        <p className="small soft mt-2">
          Counts on texts that the models had not seen. A kind that it knows was judged by models that had seen other
          texts of that kind; any other kind of text, by models that had seen none. n is the number of texts; below it
          stands the range in which the share lies in 95 of 100 such counts.
        </p>
        <RateTable rates={rates} />
      </details>
    </section>
  );
};

const fails = [
  "A text that a tool has polished, corrected or translated looks like the tool’s.",
  "Learners of English write simple, correct sentences. They are guarded, but not safe from mistakes.",
  "Research abstracts, manuals, legal text and other formal writing are flagged by mistake more than the rest. They have a higher limit, so machine texts among them often end as “We cannot tell”.",
  "New models write in new ways. What is found falls with every new generation of them; mistakes about people do not.",
  "Rewriting, typing errors and slang hide machine texts. Models unlike today’s assistants, such as flan-t5, are nearly never found.",
  "Personal stories and college application essays: there were no application essays by people to learn from, and polished ones are flagged by mistake more than the rest. They have a higher limit, too.",
  "Poems, lists, code, other languages and texts unlike all it has learned from end as “We cannot tell”. That is a full answer, not an error.",
  "If only a few of many texts are by machines, a small share of mistakes about the many human texts is as large as what is rightly found. Each answer shows this for its length.",
];

const Fails = () => (
  <section aria-labelledby="fails">
    <h2 className="t1" id="fails">
      Where it fails
    </h2>
    <div className="mt-4 grid gap-x-12 lg:grid-cols-[1fr_1fr]">
      <Ticks plain items={fails.slice(0, 4)} />
      <Ticks plain items={fails.slice(4)} />
    </div>
  </section>
);

type ShownCard = NonNullable<Route.ComponentProps["loaderData"]["card"]>;

const Row = ({ term, className, children }: { term: string; className?: string; children: ReactNode }) => (
  <div className="grid gap-x-8 gap-y-1 border-b border-rule py-3 sm:grid-cols-[13rem_minmax(0,1fr)]">
    <dt className="strong">{term}</dt>
    <dd className={cx("text-ink-2", className)}>{children}</dd>
  </div>
);

const ModelCard = ({ card: { version, corpus, sha256 } }: { card: ShownCard }) => (
  <section aria-labelledby="mc">
    <h2 className="t1" id="mc">
      Model card
    </h2>
    <dl className="mt-3 border-t border-rule-strong">
      <Row term="Version">{`${version}; training texts ${corpus}`}</Row>
      <Row term="SHA-256 of the model’s file" className="break-all">
        {sha256}
      </Row>
      <Row term="What it is">
        A statistical model of English: runs of words and letters, weighed by logistic regression, and small trees on
        some 240 numbers of style. Each sentence is judged together with about 100 words around it.
      </Row>
      <Row term="Where it runs">
        Only in this shop. Your text is not saved, not sent to another company, and not used for training.
      </Row>
      <Row term="What is kept">
        Nothing, unless you press “Keep this answer”. Then it is stored encrypted, for you alone, until you erase it or
        your account is deleted.
      </Row>
      <Row term="What it is for">
        To look at a text of your own. Not to be the only ground for a decision about a person.
      </Row>
      <Row term="Three upper limits">
        Most texts have one, by length. A text with many words of research or with citations has a higher one, because
        people and machines write most alike there. So has a personal text, in which somebody says “I” and looks back: a
        mistake about a person’s own story does most harm. It was set on personal texts of sources that the models had
        not seen, so that even in one more such source fewer than 1 in 100 human texts should be above it. That is an
        estimate. The answer says which limit was used; sentences need as much more to be coloured strongly.
      </Row>
      <Row term="Machines it has seen">
        GPT-3.5 to GPT-4o, text-davinci-003, Claude 3, Gemini 1.0 and 1.5, Llama 3 and mixed older models of 2022 to
        2024; debate speeches of 18 models of 2026.
      </Row>
      <Row term="Learned from">
        <details>
          <summary className="flex min-h-11 items-center text-pen">{`${trainingSets.length} research sets in English. Show the list with their licences`}</summary>
          <ul className="mt-2">
            {trainingSets.map(({ name, what, licence }) => (
              <li key={name}>{`${name}: ${what}. Licence: ${licence}.`}</li>
            ))}
          </ul>
        </details>
      </Row>
    </dl>
  </section>
);

/** How the checker works, how often it is wrong, where it fails, and its model card. */
export default function How({ loaderData: { card } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap page grid gap-16">
      <header>
        <Crumbs steps={[{ to: "/aichecker", label: "AI checker" }, { label: "How it works" }]} />
        <h1 className="d2">How the AI checker works, and where it fails</h1>
        <p className="lede mt-2.5 max-w-[46rem]">
          It compares the style of a text with texts by people and by machines. It does not know who wrote a text.
          Nobody can read that from a text alone.
        </p>
        {!card && (
          <p className="mt-4">
            The checker is not installed in this installation. This is how it works in other installations.
          </p>
        )}
      </header>
      <ThreeSteps />
      {card && card.rates.length > 0 && <Wrong rates={card.rates} />}
      <Fails />
      {card && <ModelCard card={card} />}
      {card && (
        <p>
          <LinkButton to="/aichecker">Check a text</LinkButton>
        </p>
      )}
    </main>
  );
}
