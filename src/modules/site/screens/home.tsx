import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
import type { OrderRules } from "#src/modules/orders/index.ts";
import { Calculator, PricingProvider } from "#src/modules/pricing/index.screens.ts";
import { fromPrices } from "#src/modules/pricing/index.ts";
import { counted } from "#src/shared/counted.ts";
import type { Route } from "./+types/home.ts";
import { calculatorData } from "./calculator.server.ts";
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

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const [calculator, facts, life] = await Promise.all([
    calculatorData(context, { service: "non-technical" }, query),
    pageFacts(context, "/"),
    lifeNow(context),
  ]);
  return { facts, calculator, from: fromPrices(calculator.pricing.table), promises: promises(life) };
}

export const handle = { scriptsAtRest: true };

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "Writing help, priced line by line",
    "Choose the work, the pages and the deadline. Every line of the price is shown and the reason for it, without an account.",
  );

export default function Home({ loaderData }: Route.ComponentProps) {
  const { calculator, from, promises: promiseTexts } = loaderData;
  const { pricing, start, checked, closed } = calculator;
  return (
    <main id="main">
      <section className="wrap hero">
        <div className="hero-top">
          <h1 className="d1">The price explains itself.</h1>
          <p className="lede">
            Every line of the price, and the reason for it.{" "}
            <span className="more">You do not need an account to look.</span>
          </p>
        </div>
        <PricingProvider pricing={pricing}>
          <Calculator key={JSON.stringify(start)} start={start} checked={checked} closed={closed} tabs />
        </PricingProvider>
      </section>
      <KindsOfWork from={from} />
      <HowItGoes pricing={pricing} start={start} />
      <section className="section wrap fair defer-render" aria-labelledby="fairh">
        <Corrections />
        <HoldUsTo promises={promiseTexts} />
      </section>
    </main>
  );
}
