import type { ReactNode } from "react";
import { Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { ordersToReprice, payoutOrders } from "#src/modules/orders/index.server.ts";
import { directionOf, openQuotesUnder, orRepair, priceEditor, runTrial } from "#src/modules/pricing/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { counted, figures } from "#src/shared/counted.ts";
import { formatChange, formatUsd } from "#src/shared/money.ts";
import { dayMs } from "#src/shared/units.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { Form } from "#src/ui/form.tsx";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import "#src/ui/styles/pages/admin-trial.css";
import type { Route } from "./+types/price-trial.ts";
import {
  PairTable,
  percentText,
  periodDays,
  periodLabels,
  rowsOf,
  TrialOrders,
  type TriedOrder,
  total,
  trialAddress,
} from "./trial-tables.tsx";

type Highest = Awaited<ReturnType<typeof ran>>["trial"]["highest"];

/** The listed orders once, the highest price first, with what they are called. */
async function triedOrders(ctx: Ctx, { all, more, less }: Highest): Promise<readonly TriedOrder[]> {
  const once = new Map([...all, ...more, ...less].map((one) => [one.id, one]));
  const orders = await payoutOrders(ctx.runtime.db, ctx.viewer, [...once.keys()]);
  return [...once.values()]
    .toSorted((a, b) => b.before - a.before || (a.id < b.id ? -1 : 1))
    .map((one) => {
      const { number = "", title = "Removed" } = orders.get(one.id) ?? {};
      return { ...one, number, title, direction: directionOf(one) };
    });
}

async function ran(ctx: Ctx, request: Request, table: Parameters<typeof runTrial>[0], since: Date) {
  const { text, ...sold } = orPage(await ordersToReprice(ctx, { since }), request);
  return { ...sold, trial: orPage(await runTrial(table, text), request) };
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "prices");
  const { days } = trialAddress.read(new URL(request.url).searchParams);
  const editor = orRepair(await priceEditor(ctx, {}), request);
  const clock = await readerClock(ctx, person);
  const since = new Date(clock.now.getTime() - periodDays[days] * dayMs);
  const [{ trial, count, whole }, open] = await Promise.all([
    ran(ctx, request, editor.preview, since),
    openQuotesUnder(ctx, { table: editor.preview }),
  ]);
  return {
    days,
    changes: editor.changes.length,
    wrong: Object.keys(editor.errors).length,
    ...{ count, whole, sums: trial.services, directions: trial.directions },
    orders: await triedOrders(ctx, trial.highest),
    open: orPage(open, request).services,
  };
}

/** Which of the tried orders are listed is a matter of the page. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) => {
  const asked = (url: URL) => trialAddress.read(url.searchParams).days;
  const stays = currentUrl.pathname === nextUrl.pathname && asked(currentUrl) === asked(nextUrl);
  return stays && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
};

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Price trial", matches);

type Data = Route.ComponentProps["loaderData"];

const inLine = "max-md:border-l max-md:border-rule max-md:pl-4";
const atStart = "max-md:border-l-0 max-md:pl-0";

type FigureProps = { name: string; value: string; note: ReactNode; place: string };

/** `place`: where it stands on a phone, two rows of one above one of three. */
const Figure = ({ name, value, note, place }: FigureProps) => (
  <div className={`min-w-0 pt-3 pb-3.5 ${place}`}>
    <dt>{name}</dt>
    <dd translate="no" className="text-[1.75rem] leading-9 whitespace-nowrap">
      {value}
    </dd>
    <dd className="d">{note}</dd>
  </div>
);

const Figures = ({ sums, directions }: Pick<Data, "sums" | "directions">) => {
  const { before, after } = total(sums);
  const percent = percentText(before, after);
  return (
    <dl className="figs mb-6 grid-cols-[1.4fr_1.5fr_repeat(3,0.8fr)] max-md:grid-cols-3">
      <Figure
        name="These orders cost"
        value={formatUsd(before)}
        note="by the prices of their day"
        place={`max-md:col-span-full ${atStart}`}
      />
      <Figure
        name="With the draft"
        value={formatUsd(after)}
        note={
          <>
            <b>{formatChange(after - before)}</b>
            {percent && `, ${percent}`}
          </>
        }
        place={`max-md:col-span-full ${atStart}`}
      />
      <Figure name="More" value={figures(directions.more)} note="orders" place={atStart} />
      <Figure name="The same" value={figures(directions.same)} note="orders" place={inLine} />
      <Figure name="Less" value={figures(directions.less)} note="orders" place={inLine} />
    </dl>
  );
};

const ordersOf = (count: number, whole: boolean): string =>
  whole ? `${counted(count, "order")} of the` : `a sample of ${counted(count, "order")}, spread over the`;

const colourKey = "flex items-center gap-2 before:h-3 before:w-4.5";

const Key = () => (
  <ul className="row small soft [--gap:16px]">
    <li className={`${colourKey} before:bg-chart-2`}>old</li>
    <li className={`${colourKey} before:bg-chart-1`}>new</li>
  </ul>
);

export default function PriceTrial({ loaderData }: Route.ComponentProps) {
  const { days, count, whole, sums, directions, open, orders, changes, wrong } = loaderData;
  const { refused } = total(sums);
  return (
    <>
      <Crumbs steps={[{ to: "/admin/pricing", label: "Pricing" }, { label: "Price trial" }]} />
      <div className="work-head">
        <div>
          <h1 className="d3">Price trial</h1>
          <p className="soft num">
            {`Your draft with ${counted(changes, "changed price")}, ${ordersOf(count, whole)} ${periodLabels[days].toLowerCase()}. Nothing is changed by this.`}
          </p>
        </div>
        <Form method="get" className="row">
          <span className="select-box">
            <select name="days" defaultValue={days} className="select" aria-label="Period">
              {Object.entries(periodLabels).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <Icon of={ChevronDown} />
          </span>
          <Button variant="outline" small>
            Run
          </Button>
        </Form>
      </div>
      {changes === 0 && (
        <Notice tone="info" title="Your draft changes nothing yet." className="mb-4">
          <p>
            You see the published prices on past orders. <Link to="/admin/pricing">Change something first</Link>
          </p>
        </Notice>
      )}
      {wrong > 0 && (
        <Notice
          tone="warn"
          title="Values that need correction are calculated with their published value."
          className="mb-4"
        />
      )}
      {refused > 0 && (
        <Notice tone="warn" title={`${counted(refused, "order")} could not be placed any more.`} className="mb-4">
          <p>Your draft no longer sells what they ordered. They count as $0.00.</p>
        </Notice>
      )}
      {count === 0 ? (
        <Panel>
          <Empty title="No orders in this time">Choose a longer period.</Empty>
        </Panel>
      ) : (
        <>
          <Figures sums={sums} directions={directions} />
          <div className="stack [--gap:24px]">
            <Panel title="Old against new, by service" aside={<Key />}>
              <PairTable sums={sums} caption="Orders by service, old and new sums" noun={["order", "orders"]} />
            </Panel>
            <TrialOrders orders={orders} counts={directions} />
          </div>
        </>
      )}
      {rowsOf(open).length > 0 && (
        <div className="mt-6">
          <Panel title="Open quotes" aside={<span className="small muted">can still be ordered at the old price</span>}>
            <PairTable sums={open} caption="Open quotes by service, old and new sums" noun={["quote", "quotes"]} />
          </Panel>
        </div>
      )}
    </>
  );
}
