import { redirect } from "react-router";
import { familyAddress, printed, serviceAt, servicesNow } from "#src/modules/catalogue/index.server.ts";
import { addressOf, type Family, families, familyNames, type Preset } from "#src/modules/catalogue/index.ts";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts, shownSamples } from "#src/modules/operator/index.server.ts";
import {
  Calculator,
  DeadlinePrices,
  PriceTable,
  PricingProvider,
  startCalculation,
  toRaw,
} from "#src/modules/pricing/index.screens.ts";
import { makeQuote } from "#src/modules/pricing/index.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { pageUrl } from "#src/platform/respond.ts";
import { Ticks } from "#src/ui/marks.tsx";
import { Crumbs, Facts } from "#src/ui/reading.tsx";
import type { Route } from "./+types/service.ts";
import { AskedQuestions } from "./asked-questions.tsx";
import { calculatorData } from "./calculator.server.ts";
import { commonQuestions, lifeNow, markedOr } from "./common-questions.server.ts";
import { exampleOf } from "./example.server.ts";
import { ModelText } from "./model-text.tsx";
import { breadcrumbs, questionList, soldService } from "./structured-data.ts";

type Priced = Awaited<ReturnType<typeof calculatorData>>["pricing"];

/** What the calculator begins with costs; null where that has no price now. */
function priceOf({ table, minimumLeadHours }: Priced, preset: Preset, now: Date): number | null {
  const asked = toRaw(startCalculation(table, preset, "UTC"), now);
  const quote = makeQuote(table, asked, { mode: "form", now, minimumLeadHours });
  return quote.ok ? quote.value.totalCents : null;
}

const familyOf = (path: string): Family | undefined =>
  families.find((family) => path.toLowerCase().startsWith(`/${family}/`));

/** One of the services; an address of before leads to the one of now, one that is off to its family, an unknown one home. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const url = pageUrl(request);
  const family = familyOf(url.pathname);
  const { runtime } = context.get(requestContext);
  const found = family && (await serviceAt(runtime.settings.get, family, params.serviceType ?? ""));
  if (!family || !found) throw redirect("/");
  if ("to" in found) throw redirect(found.to + url.search, found.forGood ? 301 : 302);
  const { id: _, on: __, ...service } = await printed(runtime, found.service);
  const [calculator, facts, life, samples] = await Promise.all([
    calculatorData(
      context,
      service.preset,
      new URLSearchParams([...url.searchParams, ["service", service.preset.service]]),
    ),
    pageFacts(context, addressOf(service)),
    lifeNow(context),
    shownSamples(runtime),
  ]);
  return {
    facts,
    calculator,
    service,
    cents: priceOf(calculator.pricing, service.preset, runtime.clock()),
    family: { name: familyNames[family].name, address: familyAddress(await servicesNow(runtime), family) },
    example: exampleOf(
      calculator.pricing.table,
      service.preset,
      calculator.pricing.minimumLeadHours[service.preset.service],
    ),
    sample: samples.find(({ name }) => name === `model-${service.sample}`),
    questions: [
      ...service.questions,
      ...(await markedOr(runtime, "services", commonQuestions(service.preset.service, life))),
    ],
  };
}

export const handle = { scriptsAtRest: true };

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return pageMeta(undefined, "Service", "");
  const { facts, service, family, cents, questions } = loaderData;
  const { title, name, description, summary } = service;
  const steps = [
    { label: family.name, to: family.address },
    { label: name, to: addressOf(service) },
  ];
  return [
    ...pageMeta(facts, title ?? name, description ?? summary, `/og${addressOf(service)}.png`),
    soldService({ name, summary, ...facts, cents }),
    breadcrumbs(steps, facts.canonical),
    ...questionList(questions),
  ];
};

export default function ServicePage({ loaderData }: Route.ComponentProps) {
  const { service, family, calculator, example, questions, sample } = loaderData;
  const { pricing, start, checked, closed } = calculator;
  const { table } = pricing;
  return (
    <PricingProvider pricing={pricing}>
      <main id="main" className="wrap pb-24">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-7 lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:grid-rows-[auto_1fr] lg:gap-x-9 lg:gap-y-0 xl:grid-cols-[minmax(0,1fr)_24rem] xl:gap-x-14">
          <header className="[&>.crumb]:pt-3">
            <Crumbs steps={[{ to: family.address, label: family.name }, { label: service.name }]} />
            <h1 className="d2">{service.name}</h1>
            <p className="lede-serif mt-3 max-w-152">{service.lede}</p>
            <Facts facts={example.facts} />
          </header>
          {/* It stays in view, as low as its window; on phones it comes after the facts. */}
          <aside
            className="svc-aside lg:[position:sticky] lg:top-4 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-5 lg:[@media(height<=820px)]:top-2 lg:[@media(height<=820px)]:mt-3"
            aria-label="Price calculator"
          >
            <Calculator
              key={`${service.slug} ${JSON.stringify(start)}`}
              start={start}
              checked={checked}
              closed={closed}
              tall
              action={`Order this ${service.item}`}
              more={{ serviceType: service.slug }}
            />
          </aside>
          <div className="mt-14 grid grid-cols-[minmax(0,1fr)] gap-16 max-lg:mt-7 max-md:gap-14">
            <PriceTable service={start.service} table={table} />
            <DeadlinePrices calculation={example.calculation} example={example.label} />
            {sample && <ModelText {...sample} />}
            <section className="defer-render grid grid-cols-1 gap-x-12 gap-y-10 md:grid-cols-2" aria-labelledby="send">
              <div>
                <h2 className="t1" id="send">
                  What we need from you
                </h2>
                <Ticks items={service.send} />
              </div>
              <div>
                <h2 className="t1">What comes back</h2>
                <Ticks items={service.gets} />
              </div>
            </section>
            <section className="defer-render" aria-labelledby="questions">
              <h2 className="t1" id="questions">
                Questions
              </h2>
              <AskedQuestions questions={questions} />
            </section>
          </div>
        </div>
      </main>
    </PricingProvider>
  );
}
