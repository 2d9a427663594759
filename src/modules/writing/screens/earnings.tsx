import { Link } from "react-router";
import { requireFactor, requirePerson } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { flashOf } from "#src/platform/flash.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Download, Icon } from "#src/ui/icons.tsx";
import { BareSelect, Input } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Status } from "#src/ui/status.tsx";
import { type Column, Table } from "#src/ui/table.tsx";
import type { Route } from "./+types/earnings.ts";
import { type ShownEarnings, type ShownLine, shownEarnings } from "./earnings.server.ts";
import { MethodCard, NextPayout, PayoutNotices, Payouts, SumHead } from "./earnings-payouts.tsx";

const File = ({ kind, query }: { kind: "csv" | "pdf"; query: string }) => (
  <a className="btn btn-outline btn-sm" href={`/dashboard/earnings/statement.${kind}${query}`} download>
    <Icon of={Download} />
    {kind.toUpperCase()}
  </a>
);

const actsClass = "flex flex-wrap items-end gap-3";

/** Which days the page and its statement are about. */
const PeriodChoice = ({ shown: { period, choices } }: { shown: Pick<ShownEarnings, "period" | "choices"> }) => {
  const ranged = period.key === "range" || period.wrong;
  return (
    <div>
      <div className={actsClass}>
        <Form
          className={cx(actsClass, "[&_.select-box]:w-48 max-md:[&_.select-box]:flex-[1_1_12rem]")}
          preventScrollReset
          key={period.query}
        >
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
        <summary className="small flex min-h-11 w-fit items-center font-semibold text-pen">Choose the days</summary>
        <Form className={actsClass} preventScrollReset>
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

const smallCellClass = "max-md:text-(length:--text-sm) max-md:text-ink-3";

const Row = ({ line, part }: { line: ShownLine; part: Part }) => (
  <tr>
    <td>
      <Link className="title wrap-anywhere" to={`/dashboard/orders/${line.id}`}>
        {line.title}
      </Link>
      <span className="meta num" translate="no">
        {line.number}
      </span>
    </td>
    <td className="max-md:col-span-full md:w-54">
      <Status shape={line.shown.shape} tone={line.shown.tone}>
        {line.shown.text}
      </Status>
      <span className="meta num">{part.when(line)}</span>
    </td>
    <td className={cx("r soft num max-md:before:content-['Price_'] md:w-21", smallCellClass)} translate="no">
      {line.priceCents === null ? "" : formatUsd(line.priceCents)}
    </td>
    <td className={cx("r muted num md:w-16", smallCellClass)}>{line.share === null ? "" : `${line.share}%`}</td>
    <td className="r num font-semibold max-md:col-2 max-md:row-1 md:w-22">
      <span translate="no">{formatUsd(part.of(line))}</span>
      {part.id !== "held" && line.tipCents > 0 && (
        <span className="meta">{`with a tip of ${formatUsd(line.tipCents)}`}</span>
      )}
    </td>
  </tr>
);

const PartSection = ({ part }: { part: Part }) => (
  <section aria-labelledby={part.id}>
    <SumHead id={part.id} title={part.title} cents={part.cents} />
    {part.lines.length === 0 ? (
      <p className="soft py-4">{part.none}</p>
    ) : (
      <Table caption={part.title} columns={columns} cards className="pairs [&_td]:align-top md:[&_td]:py-2.5">
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
    <main id="main" className="wrap page">
      <div className="mb-10 flex items-start justify-between gap-4 max-md:mb-7 max-md:flex-col max-md:items-stretch">
        <h1 className="d2">Earnings</h1>
        <PeriodChoice shown={loaderData} />
      </div>
      {saved && (
        <Notice tone="ok" live title="The method is saved." className="mb-6">
          <p>We sent you an e-mail about it.</p>
        </Notice>
      )}
      <div className="mb-8 grid gap-3 empty:hidden">
        <PayoutNotices next={next} method={method} leftOut={leftOut} />
      </div>
      <dl className="flow mb-12 grid grid-cols-3 border-y border-rule-strong max-md:mb-10 max-md:grid-cols-1">
        {figuresOf(loaderData).map(({ term, cents, note }) => (
          <div
            key={term}
            className="relative border-l border-rule-strong px-8 pt-4.5 pb-5 first:border-l-0 first:pl-0 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-baseline max-md:border-t max-md:border-l-0 max-md:border-rule max-md:px-0 max-md:py-3.5 max-md:first:border-t-0"
          >
            <dt className="text-sm/5 font-semibold text-ink-2">{term}</dt>
            <dd
              className="num font-serif text-[2.25rem]/11 font-[440] tracking-[-0.02em] max-md:col-2 max-md:row-1 max-md:text-[1.5rem]/8"
              translate="no"
            >
              {formatUsd(cents)}
            </dd>
            <dd className="text-sm/5 text-pretty text-ink-3 max-md:col-span-full">{note}</dd>
          </div>
        ))}
      </dl>
      <div className="grid grid-cols-[minmax(0,1fr)_24rem] items-start gap-x-14 gap-y-10 max-[72rem]:grid-cols-1">
        <div className="stack [--gap:40px]">
          {partsOf(loaderData).map((part) => (
            <PartSection key={part.id} part={part} />
          ))}
          <Payouts shown={loaderData} />
          <p className="mt-0 flex items-baseline justify-end gap-6 pt-5">
            <span className="soft">Held, earned and paid out</span>{" "}
            <b
              className="num border-b-4 border-ink [border-bottom-style:double] pb-1.5 font-serif text-[1.875rem]/none font-[460] tracking-[-0.02em]"
              translate="no"
            >
              {formatUsd(heldCents + earnedCents + paidOutCents)}
            </b>
          </p>
        </div>
        <aside className="grid gap-8" aria-label="Next payout and method">
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
