import { CheckerTeaser } from "#src/modules/checker/index.screens.ts";
import { checkerPort, exampleSoon } from "#src/modules/checker/index.server.ts";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
import { type OrderRules, trustFacts } from "#src/modules/orders/index.ts";
import { Calculator, type ClosedServices, PricingProvider } from "#src/modules/pricing/index.screens.ts";
import { type FromPrices, fromPrices, type Service } from "#src/modules/pricing/index.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { Questions } from "#src/ui/reading.tsx";
import { TrustFacts } from "#src/ui/trust-facts.tsx";
import type { Route } from "./+types/home.ts";
import { calculatorData } from "./calculator.server.ts";
import { firstQuestions } from "./common-questions.server.ts";
import { Corrections, HoldUsTo } from "./home-promises.tsx";
import { HowItGoes } from "./home-steps.tsx";
import { KindsOfWork } from "./kinds-of-work.tsx";
import { lifeNow } from "./life.server.ts";

/** What the operator can be held to, in sentences printed from the settings that the engine uses. */
const promises = (rules: OrderRules): readonly string[] => [
  "The total that you see is the total you pay.",
  "You see the status of your order at every step.",
  `After delivery you have ${counted(rules.reviewDays, "day")} to read the work and ask for a revision against your brief.`,
  `If we miss the deadline and you no longer want the work, ${rules.refund.missedPercent}% of the price goes back.`,
  "Support answers day and night.",
];

/** What is sold, as a sentence begins with it, and the services that have to be open for it. */
const soldWork: readonly (readonly [service: Service, name: string])[] = [
  ["non-technical", "essays"],
  ["non-technical", "editing"],
  ["programming", "programming"],
  ["calculations", "calculations"],
];

/** "Essays, editing, programming and calculations, by human writers"; null where none of it is open. */
const soldText = (closed: ClosedServices): string | null => {
  const names = soldWork.filter(([service]) => !closed[service]).map(([, name]) => name);
  const text = names.join(", ").replace(/, ([^,]*)$/, " and $1");
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}, by human writers`;
};

/** The lowest price of a page among the services that are open; null without one. */
const leastPage = (from: FromPrices, closed: ClosedServices): number | null => {
  const { essayPage, editingPage, proofreadingPage, technicalPage } = from;
  const prices = [
    ...(closed["non-technical"] ? [] : [essayPage, editingPage, proofreadingPage]),
    ...(closed.technical ? [] : [technicalPage]),
  ];
  return prices.length > 0 ? Math.min(...prices) : null;
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const [calculator, facts, life, example] = await Promise.all([
    calculatorData(context, { service: "non-technical" }, query),
    pageFacts(context, "/"),
    lifeNow(context),
    exampleSoon(context.get(requestContext).runtime.port(checkerPort)),
  ]);
  const from = fromPrices(calculator.pricing.table);
  return {
    ...{ facts, calculator, from, promises: promises(life), trust: trustFacts(life) },
    ...{ sold: soldText(calculator.closed), pageCents: leastPage(from, calculator.closed) },
    ...{ example, questions: firstQuestions },
  };
}

export const handle = { scriptsAtRest: true };

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "Writing help, priced line by line",
    "Choose the work, the pages and the deadline. You see every line of the price and the reason for it, without an account.",
  );

export default function Home({ loaderData }: Route.ComponentProps) {
  const { calculator, from, promises: promiseTexts, trust, sold, pageCents, example, questions } = loaderData;
  const { pricing, start, checked, closed } = calculator;
  return (
    <main id="main">
      <section className="wrap hero">
        <div className="hero-top">
          <div>
            {sold && <p className="sells">{sold}</p>}
            <h1 className="d1">The price explains itself.</h1>
          </div>
          <p className="lede">
            Study help for students at college and university.{" "}
            {pageCents !== null && <b className="nowrap">{`From ${formatUsd(pageCents)} a page.`}</b>} Every line of the
            price is explained.
          </p>
        </div>
        <PricingProvider pricing={pricing}>
          <Calculator
            key={JSON.stringify(start)}
            {...{ start, checked, closed }}
            tabs
            foot={<TrustFacts facts={trust} />}
          />
        </PricingProvider>
      </section>
      <KindsOfWork from={from} />
      <HowItGoes pricing={pricing} start={start} />
      <section className="section wrap fair defer-render" aria-labelledby="fairh">
        <Corrections />
        <HoldUsTo promises={promiseTexts} />
      </section>
      {example && <CheckerTeaser example={example} />}
      <section className="section wrap faq3 defer-render" aria-labelledby="faqh">
        <h2 className="d2" id="faqh">
          Questions
        </h2>
        <Questions items={questions.map(({ ask, answer }) => ({ question: ask, answer }))} />
      </section>
    </main>
  );
}
