import { Fragment, type ReactNode } from "react";
import { changedLinks } from "#src/modules/catalogue/index.server.ts";
import { CheckerTeaser } from "#src/modules/checker/index.screens.ts";
import { checkerPort, exampleSoon } from "#src/modules/checker/index.server.ts";
import { inlineNodes, pageMeta } from "#src/modules/operator/index.screens.ts";
import { type HomeText, pageFacts, shownHome } from "#src/modules/operator/index.server.ts";
import { trustFacts } from "#src/modules/orders/index.ts";
import {
  type Calculation,
  Calculator,
  type ClosedServices,
  exampleTotal,
  type Pricing,
  PricingProvider,
} from "#src/modules/pricing/index.screens.ts";
import { shopSetting } from "#src/modules/pricing/index.server.ts";
import { fromPrices, type Service } from "#src/modules/pricing/index.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { formatUsd } from "#src/shared/money.ts";
import { FileText, Icon } from "#src/ui/icons.tsx";
import { Add, Cut, Ticks } from "#src/ui/marks.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { TrustFacts } from "#src/ui/trust-facts.tsx";
import type { Route } from "./+types/home.ts";
import { AskedQuestions } from "./asked-questions.tsx";
import { calculatorData } from "./calculator.server.ts";
import { firstQuestions, lifeNow, markedOr } from "./common-questions.server.ts";
import { KindsOfWork, kindLinks } from "./kinds-of-work.tsx";
import { organization } from "./structured-data.ts";

const Brief = () => (
  <div className="mini">
    <span className="flex items-center gap-3 text-[1rem]/5 font-semibold">
      <Icon of={FileText} className="size-7 stroke-[1.3] text-ink-3" />
      <span>
        Compare two theories…
        <small className="block text-(length:--text-sm) font-normal text-ok">5 pages, APA, 6 sources</small>
      </span>
    </span>
  </div>
);

const drawnButton =
  "inline-flex items-center h-9 px-3 border rounded-sm text-(length:--text-sm) font-semibold whitespace-nowrap";

/** What is drawn above each step, in their order. */
const scenes = (total: string): readonly ReactNode[] => [
  <div className="mini items-baseline justify-between border-slip-rule bg-slip pt-8" key="price">
    <span>Total</span>
    <b className="pb-1 leading-none [border-bottom:3px_double]" translate="no">
      {total}
    </b>
  </div>,
  <Brief key="brief" />,
  <div className="mini" key="kept">
    <span className="flex w-full items-baseline justify-between">
      <b className="stet" translate="no">
        {total}
      </b>
      <em className="text-lg/none text-pen">kept</em>
    </span>
  </div>,
  <div className="mini gap-2" key="acts">
    <span className={`${drawnButton} border-edge`}>In progress</span>
    <span className={`${drawnButton} border-pen bg-pen text-on-pen`}>Ready to read</span>
  </div>,
];

type HomeStepsProps = HomeText["steps"] & { pricing: Pricing; start: Calculation };

/** From the price to the finished work. The figure is the total of the calculator as the page opened. */
const HowItGoes = ({ pricing, start, title, of }: HomeStepsProps) => {
  const cents = exampleTotal(pricing, start);
  const pictures = scenes(cents === null ? "" : formatUsd(cents));
  return (
    <section
      className="defer-render border-y border-rule bg-well pt-20 pb-22 max-sm:pt-14 max-sm:pb-16"
      id="how"
      aria-labelledby="howh"
    >
      <div className="wrap">
        <h2 className="d2" id="howh">
          {title}
        </h2>
        <ol className="steps mt-10 grid grid-cols-1 gap-10 max-sm:gap-8 sm:grid-cols-[1fr_1fr] lg:grid-cols-[repeat(4,1fr)]">
          {of.map((step, at) => {
            // Two steps may have one title.
            const place = `${at} ${step.title}`;
            return (
              <li key={place}>
                <div
                  className="mb-6 flex h-32 items-end border-b border-rule-strong max-sm:mb-4 max-sm:h-26"
                  aria-hidden="true"
                >
                  {pictures[at]}
                </div>
                <h3 className="t3">{step.title}</h3>
                <p className="mt-1.5 text-[1rem]/6 text-pretty text-ink-2">{inlineNodes(step.of)}</p>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
};

const corrections = [
  {
    usual: "A+ guaranteed!",
    ours: "Work that follows your brief, and revisions when it does not.",
    why: "Your teacher gives the grade. Nobody else can promise one.",
  },
  {
    usual: "100% undetectable!",
    ours: "A model to learn from, with sources that you can check.",
    why: "We sell help with studying. We do not sell ways around the rules of your school.",
  },
  {
    usual: "Only $9.99*",
    ours: "Every line of the price, before you pay.",
    why: "No star, and no small print below it.",
  },
] as const;

/** What others promise, struck, and what we say instead. */
const Corrections = () => (
  <>
    <div className="head2">
      <h2 className="d2" id="fairh">
        Our corrections to the usual promises
      </h2>
    </div>
    <div className="corr">
      {corrections.map(({ usual, ours, why }) => (
        <Fragment key={usual}>
          <p className="corr-del">
            <Cut>{usual}</Cut>
          </p>
          <div className="corr-add">
            <p>
              <Add>{ours}</Add>
            </p>
            <p className="soft mt-1 lg:pl-[1.6rem]">{why}</p>
          </div>
        </Fragment>
      ))}
    </div>
  </>
);

type Props = Pick<HomeText, "promises" | "asks">;

/** Both sides of the bargain. */
const HoldUsTo = ({ promises, asks }: Props) => (
  <div className="mt-14 grid grid-cols-1 gap-x-16 gap-y-10 max-sm:mt-10 sm:grid-cols-2">
    <div>
      <h3 className="t2">{promises.title}</h3>
      <Ticks items={promises.of.map((words) => inlineNodes(words))} />
    </div>
    <div>
      <h3 className="t2">{asks.title}</h3>
      <Ticks plain items={asks.of.map((words) => inlineNodes(words))} />
    </div>
  </div>
);

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
const onOneLine = { strong: (words: ReactNode) => <b className="nowrap text-ink">{words}</b> };

export default function Home({ loaderData }: Route.ComponentProps) {
  const { calculator, words, from, trust, sold, example, questions, shopClosed, kinds } = loaderData;
  const { title, steps, promises, asks } = words.text;
  const { pricing, start, checked, closed } = calculator;
  return (
    <main id="main">
      <section className="wrap hero">
        {shopClosed && <Notice tone="info" title={shopClosed} className="mb-6" />}
        <div className="grid grid-cols-1 items-end lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <div>
            {sold && (
              <p className="mb-[3px] text-sm/5 font-semibold text-pretty text-ink-2 sm:mb-[7px] sm:text-base/6">
                {sold}
              </p>
            )}
            <h1 className="d1">{title}</h1>
          </div>
          <p className="lede">{inlineNodes(words.text.lede, onOneLine)}</p>
        </div>
        <PricingProvider pricing={pricing}>
          <Calculator
            key={JSON.stringify(start)}
            {...{ start, checked, closed }}
            tabs
            foot={
              <TrustFacts
                facts={trust}
                className="border-t border-rule pt-3.5 max-sm:flex-col max-sm:pt-2.5 sm:grid sm:grid-cols-[repeat(3,auto)] sm:[&_b]:block"
              />
            }
          />
        </PricingProvider>
      </section>
      <KindsOfWork from={from} now={kinds} />
      <HowItGoes pricing={pricing} start={start} {...steps} />
      <section className="section wrap defer-render" aria-labelledby="fairh">
        <Corrections />
        <HoldUsTo promises={promises} asks={asks} />
      </section>
      {example && <CheckerTeaser example={example} />}
      <section
        className="section wrap defer-render grid grid-cols-1 gap-x-12 gap-y-4 border-t border-rule lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
        aria-labelledby="faqh"
      >
        <h2 className="d2" id="faqh">
          Questions
        </h2>
        <AskedQuestions questions={questions} />
      </section>
    </main>
  );
}
