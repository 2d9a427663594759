import { Link } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { counted, figures } from "#src/shared/counted.ts";
import { Form } from "#src/ui/form.tsx";
import "#src/ui/styles/pages/admin-pricing.css";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { type OrdersToReprice, ordersToReprice } from "#src/modules/orders/index.server.ts";
import { serviceNames } from "#src/modules/pricing/index.screens.ts";
import {
  type NextPage,
  openQuotesUnder,
  orRepair,
  priceEditor,
  runTrial,
  type Trial,
} from "#src/modules/pricing/index.server.ts";
import { services } from "#src/modules/pricing/index.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { type Cents, formatChange, formatUsd } from "#src/shared/money.ts";
import { done } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { Table } from "#src/ui/table.tsx";
import type { Route } from "./+types/price-trial.ts";

const periods = [7, 30, 90] as const;

const pagesOf = (ctx: Ctx, since: Date): NextPage => {
  let older: OrdersToReprice["older"] = null;
  let over = false;
  return async () => {
    if (over) return done(null);
    const page = await ordersToReprice(ctx, { since, older: older ?? undefined });
    if (!page.ok) return page;
    older = page.value.older;
    over = older === null;
    return done(page.value);
  };
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "prices");
  const asked = new URL(request.url).searchParams.get("days");
  const days = periods.find((one) => String(one) === asked) ?? 90;
  const editor = orRepair(await priceEditor(ctx, {}), request);
  const clock = await readerClock(ctx, person);
  const since = new Date(clock.now.getTime() - days * dayMs);
  const [ran, open] = await Promise.all([
    runTrial(editor.preview, pagesOf(ctx, since)),
    openQuotesUnder(ctx, { table: editor.preview }),
  ]);
  return {
    ...clock,
    days,
    changes: editor.changes.length,
    wrong: Object.keys(editor.errors).length,
    ran: orPage(ran, request),
    open: orPage(open, request).services,
  };
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Price trial", matches);

const columns = [
  { key: "service", label: "Service" },
  { key: "count", label: "Orders", right: true },
  { key: "before", label: "Their price", right: true },
  { key: "after", label: "Under the draft", right: true },
  { key: "change", label: "Difference", right: true },
];

type Sums = Trial["services"];
const rowsOf = (sums: Sums) => services.flatMap((service) => (sums[service] ? [{ service, ...sums[service] }] : []));
const total = (sums: Sums) =>
  rowsOf(sums).reduce(
    (sum, { count, before, after, refused }) => ({
      count: sum.count + count,
      before: sum.before + before,
      after: sum.after + after,
      refused: sum.refused + refused,
    }),
    { count: 0, before: 0, after: 0, refused: 0 },
  );

type Row = { label: string; count: number; before: Cents; after: Cents };
const SumRow = ({ label, count, before, after }: Row) => (
  <tr>
    <td>{label}</td>
    <td className="r num">{figures(count)}</td>
    <td className="r num" translate="no">
      {formatUsd(before)}
    </td>
    <td className="r num" translate="no">
      {formatUsd(after)}
    </td>
    <td className="r num" translate="no">
      {formatChange(after - before)}
    </td>
  </tr>
);

const SumTable = ({ sums, caption }: { sums: Sums; caption: string }) => {
  const { count, before, after } = total(sums);
  return (
    <Table
      caption={caption}
      columns={columns}
      boxed
      className="ptrial"
      foot={<SumRow label="All" count={count} before={before} after={after} />}
    >
      {rowsOf(sums).map((row) => (
        <SumRow key={row.service} {...row} label={serviceNames[row.service]} />
      ))}
    </Table>
  );
};

const Moved = ({ moved }: { moved: Trial["moved"] }) => (
  <Panel title="Orders with the largest change of price">
    {moved.length === 0 ? (
      <Empty title="No price changes">With the draft, each of these orders has the same price as before.</Empty>
    ) : (
      <ul>
        {moved.map(({ number, service, before, after }) => (
          <li key={number} className="phist">
            <div>
              <b className="strong">{`No. ${number}`}</b> <span className="muted">{serviceNames[service]}</span>
              <p className="num">{`${formatUsd(before)}, under the draft ${formatUsd(after)} (${formatChange(after - before)})`}</p>
            </div>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);

export default function PriceTrial({ loaderData }: Route.ComponentProps) {
  const { days, ran, open, changes, wrong } = loaderData;
  const { refused } = total(ran.trial.services);
  return (
    <>
      <Crumbs steps={[{ to: "/admin/pricing", label: "Pricing" }, { label: "Trial" }]} />
      <div className="work-head">
        <div>
          <h1 className="d3">Price trial</h1>
          <p className="soft">
            What orders of the last {counted(days, "day")} would have cost under your draft. This is arithmetic, not a
            forecast: it does not know who would still order.
          </p>
        </div>
        <Form method="get" className="row">
          <span className="select-box">
            <select name="days" defaultValue={days} className="select" aria-label="Period">
              {periods.map((one) => (
                <option key={one} value={one}>
                  {`Last ${counted(one, "day")}`}
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
        <Notice
          tone="warn"
          title={`${refused === 1 ? "1 order" : counted(refused, "order")} could not be placed any more.`}
          className="mb-4"
        >
          <p>Your draft no longer sells what they ordered. They count as $0.00.</p>
        </Notice>
      )}
      <div className="ppub">
        <div className="stack [--gap:24px]">
          <Panel title={ran.whole ? counted(ran.count, "order") : `The newest ${counted(ran.count, "order")}`}>
            {ran.count === 0 ? (
              <Empty title="No orders in this time">Choose a longer period.</Empty>
            ) : (
              <SumTable sums={ran.trial.services} caption="Orders by service" />
            )}
          </Panel>
          <Panel title="Open quotes">
            {rowsOf(open).length === 0 ? (
              <Empty title="No open quotes">You see here quotes that are still valid and not used.</Empty>
            ) : (
              <SumTable sums={open} caption="Open quotes by service" />
            )}
          </Panel>
        </div>
        <Moved moved={ran.trial.moved} />
      </div>
    </>
  );
}
