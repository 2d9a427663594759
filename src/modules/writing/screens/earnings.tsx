import { Link } from "react-router";
import { requireFactor, requirePerson } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { flashOf } from "#src/platform/flash.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Download, Icon } from "#src/ui/icons.tsx";
import { BareSelect, Input } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Status } from "#src/ui/status.tsx";
import { type Column, Table } from "#src/ui/table.tsx";
import type { Route } from "./+types/earnings.ts";
import { type ShownEarnings, type ShownLine, shownEarnings } from "./earnings.server.ts";
import { MethodCard, NextPayout, PayoutNotices, Payouts } from "./earnings-payouts.tsx";

const File = ({ kind, query }: { kind: "csv" | "pdf"; query: string }) => (
  <a className="btn btn-outline btn-sm" href={`/dashboard/earnings/statement.${kind}${query}`} download>
    <Icon of={Download} />
    {kind.toUpperCase()}
  </a>
);

/** Which days the page and its statement are about. */
const PeriodChoice = ({ shown: { period, choices } }: { shown: Pick<ShownEarnings, "period" | "choices"> }) => {
  const ranged = period.key === "range" || period.wrong;
  return (
    <div className="earn-period">
      <div className="acts">
        <Form className="acts" preventScrollReset key={period.query}>
          <BareSelect
            name="period"
            aria-label="Period"
            defaultValue={period.key}
            choices={
              period.key === "range" ? [{ value: "range", label: period.label, disabled: true }, ...choices] : choices
            }
          />
          <Button small variant="outline">
            Show
          </Button>
        </Form>
        <File kind="csv" query={period.query} />
        <File kind="pdf" query={period.query} />
      </div>
      <details open={ranged} key={`range${period.query}`}>
        <summary className="small">Choose the days</summary>
        <Form className="acts" preventScrollReset>
          <input type="hidden" name="period" value="range" />
          <Field name="from" label="From">
            <Input type="date" defaultValue={period.from ?? period.typed.from} required />
          </Field>
          <Field name="until" label="To" error={period.wrong ? "Choose two days, the first one first." : undefined}>
            <Input type="date" defaultValue={period.until ?? period.typed.until} required />
          </Field>
          <Button small variant="outline">
            Show these days
          </Button>
        </Form>
      </details>
    </div>
  );
};

/** The own money of a writer; for everybody else there is nothing here. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireFactor(requirePerson(ctx, request), request);
  return { ...(await shownEarnings(ctx, request)), saved: flashOf(request) === "method" };
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Earnings", matches);

const columns: readonly Column[] = [
  { key: "order", label: "Order" },
  { key: "state", label: "State" },
  { key: "price", label: "Price", right: true },
  { key: "share", label: "Share", right: true },
  { key: "pay", label: "For you", right: true },
];

type Part = {
  id: "held" | "earned";
  title: string;
  cents: number;
  lines: readonly ShownLine[];
  of: (line: ShownLine) => number;
  when: (line: ShownLine) => string | null;
  none: string;
};

const sinceOf = ({ since, earnedCents }: ShownLine): string | null =>
  since && (earnedCents < 0 ? `went back ${since}, after it was paid out` : `yours since ${since}`);

const partsOf = ({ held, earned, heldCents, earnedCents }: ShownEarnings): readonly Part[] => [
  {
    id: "held",
    title: "Held",
    cents: heldCents,
    lines: held,
    of: (line) => line.heldCents,
    when: ({ heldUntil }) => heldUntil,
    none: "No open orders. An order that you accept is listed here until its money is yours.",
  },
  {
    id: "earned",
    title: "Earned",
    cents: earnedCents,
    lines: earned,
    of: (line) => line.earnedCents,
    when: sinceOf,
    none: "Nothing waits to be paid out.",
  },
];

const Row = ({ line, part }: { line: ShownLine; part: Part }) => (
  <tr>
    <td className="t">
      <Link className="title wrap-anywhere" to={`/dashboard/orders/${line.id}`}>
        {line.title}
      </Link>
      <span className="meta num" translate="no">
        {line.number}
      </span>
    </td>
    <td className="st8">
      <Status shape={line.shown.shape} tone={line.shown.tone}>
        {line.shown.text}
      </Status>
      <span className="meta num">{part.when(line)}</span>
    </td>
    <td className="r n soft num" translate="no">
      {line.priceCents === null ? "" : formatUsd(line.priceCents)}
    </td>
    <td className="r sh muted num">{line.share === null ? "" : `${line.share}%`}</td>
    <td className="r pay num">
      <span translate="no">{formatUsd(part.of(line))}</span>
      {part.id !== "held" && line.tipCents > 0 && (
        <span className="meta">{`with a tip of ${formatUsd(line.tipCents)}`}</span>
      )}
    </td>
  </tr>
);

const PartSection = ({ part }: { part: Part }) => (
  <section aria-labelledby={part.id}>
    <div className="state-h between">
      <h2 className="t2" id={part.id}>
        {part.title}
      </h2>
      <b translate="no">{formatUsd(part.cents)}</b>
    </div>
    {part.lines.length === 0 ? (
      <p className="soft py-4">{part.none}</p>
    ) : (
      <Table caption={part.title} columns={columns} cards className="stmt">
        {part.lines.map((line) => (
          <Row key={line.id} line={line} part={part} />
        ))}
      </Table>
    )}
  </section>
);

const figuresOf = (shown: ShownEarnings) => {
  const { held, earned, sent, lastSent, next, period } = shown;
  return [
    {
      term: "Held",
      cents: shown.heldCents,
      note:
        held.length === 0
          ? "nothing is open"
          : `${counted(held.length, "order")} in work, with the client, or in the days after`,
    },
    {
      term: "Earned",
      cents: shown.earnedCents,
      note:
        earned.length === 0 ? "nothing waits" : `${counted(earned.length, "order")}. The next payout is on ${next.day}`,
    },
    {
      term: period.key === "all" ? "Paid out" : `Paid out, ${period.label}`,
      cents: shown.paidOutCents,
      note: sent === 0 ? "no payout" : `${counted(sent, "payout")}, the last on ${lastSent}`,
    },
  ];
};

export default function Earnings({ loaderData }: Route.ComponentProps) {
  const { heldCents, earnedCents, paidOutCents, next, method, leftOut, saved, changes } = loaderData;
  return (
    <main id="main" className="wrap page wk">
      <div className="dash-head earn-head">
        <h1 className="d2">Earnings</h1>
        <PeriodChoice shown={loaderData} />
      </div>
      {saved && (
        <Notice tone="ok" live title="The method is saved." className="mb-6">
          <p>We sent you an e-mail about it.</p>
        </Notice>
      )}
      <div className="earn-notices">
        <PayoutNotices next={next} method={method} leftOut={leftOut} />
      </div>
      <dl className="flow">
        {figuresOf(loaderData).map(({ term, cents, note }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="sum" translate="no">
              {formatUsd(cents)}
            </dd>
            <dd className="d">{note}</dd>
          </div>
        ))}
      </dl>
      <div className="earn-grid">
        <div className="earn-parts">
          {partsOf(loaderData).map((part) => (
            <PartSection key={part.id} part={part} />
          ))}
          <Payouts shown={loaderData} />
          <p className="stmt-foot">
            <span className="soft">Held, earned and paid out</span>{" "}
            <b translate="no">{formatUsd(heldCents + earnedCents + paidOutCents)}</b>
          </p>
        </div>
        <aside className="earn-side" aria-label="Next payout and method">
          <NextPayout next={next} method={method} />
          <MethodCard method={method} pauseHours={next.pauseHours} />
          <p className="small muted">
            {`Money is held while an order is open. For an order that is placed today it is yours ${counted(changes.days, "day")} after its client approved it (${counted(changes.longDays, "day")} from ${changes.longFrom} pages), because until then the client can ask for changes. An older order keeps the number of days from the time when it was placed. Your share is fixed in the offer. Nothing is deducted as a fine.`}
          </p>
        </aside>
      </div>
    </main>
  );
}
