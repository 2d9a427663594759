import { Link } from "react-router";
import { loadPricingForBrowser } from "#src/modules/pricing/index.server.ts";
import { fromPrices } from "#src/modules/pricing/index.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { formatUsd } from "#src/shared/money.ts";
import { PageHead } from "#src/ui/reading.tsx";
import { addressOf, type PublicService, servicesIn } from "../domain/catalogue/index.ts";
import type { Route } from "./+types/overview.ts";
import { pageFacts } from "./page-facts.server.ts";
import { pageMeta } from "./page-meta.ts";

const overviews = {
  "non-technical-writing": {
    title: "Non-technical writing",
    lede: "Essays, papers, reports and reviews, priced by the page. The same table for each of them: the subject sets the price of a page, and every cited source is a line of its own.",
  },
  "technical-writing": {
    title: "Technical writing",
    lede: "Reports and project texts by the page, programming by size and kind, calculations by the task. Three ways of pricing, each with its own calculator.",
  },
} as const;

const priceLabel = (from: ReturnType<typeof fromPrices>, { preset }: PublicService): string => {
  if (preset.service === "programming") return `sizes from ${formatUsd(from.programming.least)}`;
  if (preset.service === "calculations") return `from ${formatUsd(from.calculations)} a task`;
  if (preset.service === "technical") return `from ${formatUsd(from.technicalPage)} a page`;
  if (preset.fields.orderType === "editing") return `from ${formatUsd(from.editingPage)} a page`;
  if (preset.fields.orderType === "proofreading") return `from ${formatUsd(from.proofreadingPage)} a page`;
  return `from ${formatUsd(from.essayPage)} a page`;
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const path = new URL(request.url).pathname.toLowerCase();
  const family = path.startsWith("/technical") ? "technical-writing" : "non-technical-writing";
  const [{ table }, facts] = await Promise.all([
    loadPricingForBrowser(context.get(requestContext)),
    pageFacts(context, `/${family}`),
  ]);
  const from = fromPrices(table);
  const services = servicesIn(family).map((service) => ({
    to: addressOf(service),
    name: service.name,
    summary: service.summary,
    price: priceLabel(from, service),
  }));
  return { facts, services, ...overviews[family] };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.facts, loaderData?.title ?? "Services", loaderData?.lede ?? "");

const row =
  "group grid gap-x-8 gap-y-1 py-5 text-ink no-underline hover:text-pen md:grid-cols-[4fr_6fr_2fr] md:items-baseline";

/** A family of services with a sentence and the lowest price for each. */
export default function Overview({ loaderData: { title, lede, services } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap page">
      <PageHead title={title} lede={lede} />
      <ul className="border-t border-rule-strong">
        {services.map(({ to, name, summary, price }) => (
          <li key={to} className="border-b border-rule-strong">
            <Link to={to} className={row}>
              <h2 className="t2 group-hover:underline group-hover:underline-offset-4">{name}</h2>
              <p className="soft">{summary}</p>
              <span className="num small muted md:text-right">{price}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="soft mt-8">
        Is your task not here? Send a <Link to="/custom">custom order</Link>, and a person will price it.
      </p>
    </main>
  );
}
