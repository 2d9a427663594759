import type { ReactNode } from "react";
import { changedLinks } from "#src/modules/catalogue/index.server.ts";
import { CheckerTeaser } from "#src/modules/checker/index.screens.ts";
import { checkerPort, exampleSoon } from "#src/modules/checker/index.server.ts";
import { inlineNodes, pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts, shownHome } from "#src/modules/operator/index.server.ts";
import { trustFacts } from "#src/modules/orders/index.ts";
import { Calculator, type ClosedServices, PricingProvider } from "#src/modules/pricing/index.screens.ts";
import { shopSetting } from "#src/modules/pricing/index.server.ts";
import { fromPrices, type Service } from "#src/modules/pricing/index.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { Notice } from "#src/ui/notice.tsx";
import { TrustFacts } from "#src/ui/trust-facts.tsx";
import type { Route } from "./+types/home.ts";
import { AskedQuestions } from "./asked-questions.tsx";
import { calculatorData } from "./calculator.server.ts";
import { firstQuestions, markedOr } from "./common-questions.server.ts";
import { Corrections, HoldUsTo } from "./home-promises.tsx";
import { HowItGoes } from "./home-steps.tsx";
import { KindsOfWork, kindLinks } from "./kinds-of-work.tsx";
import { lifeNow } from "./life.server.ts";
import { organization } from "./structured-data.ts";

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

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const { runtime } = context.get(requestContext);
  const [calculator, facts, life, example, words, questions] = await Promise.all([
    calculatorData(context, { service: "non-technical" }, query),
    pageFacts(context, "/"),
    lifeNow(context),
    exampleSoon(runtime.port(checkerPort)),
    shownHome(runtime),
    markedOr(runtime, "home", firstQuestions),
  ]);
  const kinds = await changedLinks(runtime, kindLinks);
  const shop = await runtime.settings.get(shopSetting);
  return {
    ...(kinds && { kinds: kinds.map(({ shipped, to, label }) => ({ shipped, to, label })) }),
    ...(!shop.open && { shopClosed: shop.closedWords }),
    ...{ facts, calculator, words, from: fromPrices(calculator.pricing.table), trust: trustFacts(life) },
    ...{ sold: soldText(calculator.closed), example, questions },
  };
}

export const handle = { scriptsAtRest: true };

export const meta: Route.MetaFunction = ({ loaderData, matches: [root] }) =>
  loaderData
    ? [
        ...pageMeta(loaderData.facts, loaderData.words.title, loaderData.words.description),
        ...(root.loaderData ? [organization(root.loaderData.site, loaderData.facts.canonical)] : []),
      ]
    : [];

/** Bold words of the sentence stay on one line. */
const onOneLine = { strong: (words: ReactNode) => <b className="nowrap">{words}</b> };

export default function Home({ loaderData }: Route.ComponentProps) {
  const { calculator, words, from, trust, sold, example, questions, shopClosed, kinds } = loaderData;
  const { title, steps, promises, asks } = words.text;
  const { pricing, start, checked, closed } = calculator;
  return (
    <main id="main">
      <section className="wrap hero">
        {shopClosed && <Notice tone="info" title={shopClosed} className="mb-6" />}
        <div className="hero-top">
          <div>
            {sold && <p className="sells">{sold}</p>}
            <h1 className="d1">{title}</h1>
          </div>
          <p className="lede">{inlineNodes(words.text.lede, onOneLine)}</p>
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
      <KindsOfWork from={from} now={kinds} />
      <HowItGoes pricing={pricing} start={start} {...steps} />
      <section className="section wrap fair defer-render" aria-labelledby="fairh">
        <Corrections />
        <HoldUsTo promises={promises} asks={asks} />
      </section>
      {example && <CheckerTeaser example={example} />}
      <section className="section wrap faq3 defer-render" aria-labelledby="faqh">
        <h2 className="d2" id="faqh">
          Questions
        </h2>
        <AskedQuestions questions={questions} />
      </section>
    </main>
  );
}
