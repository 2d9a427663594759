import { Link, redirect } from "react-router";
import { printed, servicesNow } from "#src/modules/catalogue/index.server.ts";
import { addressOf, type PublicService } from "#src/modules/catalogue/index.ts";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
import { loadPricingForBrowser } from "#src/modules/pricing/index.server.ts";
import { type FromPrices, fromPrices } from "#src/modules/pricing/index.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { formatUsd } from "#src/shared/money.ts";
import { Art } from "#src/ui/art.tsx";
import { PageHead } from "#src/ui/reading.tsx";
import type { Route } from "./+types/overview.ts";
import { breadcrumbs } from "./structured-data.ts";

const overviews = {
  "non-technical-writing": {
    title: "Non-technical writing",
    lede: "Essays, papers, reports and reviews, priced by the page. The same table for each of them: the subject sets the price of a page, and every cited source has its own line.",
  },
  "technical-writing": {
    title: "Technical writing",
    lede: "Reports and project texts by the page, programming by size and kind, calculations by the task. Three ways of pricing, each with its own calculator.",
  },
} as const;

type Kind = "essay" | "editing" | "proofreading" | "technical" | "programming" | "calculations";

const kindOf = ({ preset: { service, fields } }: PublicService): Kind => {
  if (service === "programming" || service === "calculations" || service === "technical") return service;
  return fields.orderType === "editing" || fields.orderType === "proofreading" ? fields.orderType : "essay";
};

/** What is priced alike stands together, with its picture and its price once. */
const groups: Readonly<Record<Kind, { title: string; price: (from: FromPrices) => string }>> = {
  essay: { title: "New texts", price: ({ essayPage }) => `from ${formatUsd(essayPage)} a page` },
  editing: { title: "Editing", price: ({ editingPage }) => `from ${formatUsd(editingPage)} a page` },
  proofreading: {
    title: "Proofreading",
    price: ({ proofreadingPage }) => `from ${formatUsd(proofreadingPage)} a page`,
  },
  technical: { title: "Texts by the page", price: ({ technicalPage }) => `from ${formatUsd(technicalPage)} a page` },
  programming: { title: "Programming", price: ({ programming: { least } }) => `sizes from ${formatUsd(least)}` },
  calculations: { title: "Calculations", price: ({ calculations }) => `from ${formatUsd(calculations)} a task` },
};

const groupsOf = (all: readonly PublicService[], from: FromPrices) =>
  (Object.keys(groups) as Kind[]).flatMap((kind) => {
    const services = all.filter((service) => kindOf(service) === kind);
    if (services.length === 0) return [];
    const { title, price } = groups[kind];
    const lines = services.map((service) => ({
      to: addressOf(service),
      name: service.name,
      summary: service.summary,
    }));
    return [{ kind, title, price: price(from), services: lines }];
  });

/** A family; one of which nothing is offered leads home. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const path = new URL(request.url).pathname.toLowerCase();
  const family = path.startsWith("/technical") ? "technical-writing" : "non-technical-writing";
  const ctx = context.get(requestContext);
  const services = (await servicesNow(ctx.runtime)).filter((one) => one.family === family);
  if (services.length === 0) throw redirect("/");
  const all = await Promise.all(services.map((one) => printed(ctx.runtime, one)));
  const [{ table }, facts] = await Promise.all([loadPricingForBrowser(ctx), pageFacts(context, `/${family}`)]);
  return { facts, groups: groupsOf(all, fromPrices(table)), ...overviews[family] };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return pageMeta(undefined, "Services", "");
  const { facts, title, lede } = loaderData;
  return [...pageMeta(facts, title, lede), breadcrumbs([{ label: title, to: facts.canonical }], facts.canonical)];
};

type Group = Route.ComponentProps["loaderData"]["groups"][number];

const GroupPart = ({ group: { kind, title, price, services } }: { group: Group }) => (
  <section
    className="kinds-row grid grid-cols-1 gap-x-12 gap-y-4 border-t border-rule-strong py-9 max-md:py-7 md:grid-cols-[minmax(0,3fr)_minmax(0,9fr)]"
    aria-labelledby={kind}
  >
    <header>
      <Art name={kind} />
      <h2 className="t2" id={kind}>
        {title}
      </h2>
      <p className="num mt-0.5 text-(length:--text-sm) text-ink-3">{price}</p>
    </header>
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] content-start gap-x-10 gap-y-2">
      {services.map(({ to, name, summary }) => (
        <li key={to}>
          <Link to={to} className="block py-2.5 text-ink no-underline">
            <h3 className="t3">{name}</h3>
            <p className="mt-0.5 text-[1rem]/6 text-pretty text-ink-2">{summary}</p>
          </Link>
        </li>
      ))}
    </ul>
  </section>
);

/** A family of services: what is priced alike stands together, with its picture. */
export default function Overview({ loaderData: { title, lede, groups: shown } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap page">
      <PageHead title={title} lede={lede} />
      {shown.map((group) => (
        <GroupPart key={group.kind} group={group} />
      ))}
      <p className="soft mt-8">
        Is your task not here? Send a <Link to="/custom">custom order</Link>, and a person will price it.
      </p>
    </main>
  );
}
