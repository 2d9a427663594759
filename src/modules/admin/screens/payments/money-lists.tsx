import { Link } from "react-router";
import type { LedgerLine, ReceivedRow, RefundLine } from "#src/modules/payments/index.server.ts";
import { counted, figures } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { nearMoment } from "#src/shared/zone.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { ArrowRight, Download, Icon } from "#src/ui/icons.tsx";
import type { ListColumn, Listed, ListOf } from "#src/ui/list/list.ts";
import { Status, TagMark } from "#src/ui/status.tsx";
import { Money } from "#src/ui/table.tsx";
import {
  type MoneyAddressAsk,
  type MoneyListTab,
  moneyAddress,
  moneyKinds,
  moneyTabs,
  type Period,
} from "../../domain/money-address.ts";
import {
  entryText,
  movedCents,
  payerLabels,
  providerLabel,
  receivedLabels,
  refundLabels,
  sideText,
} from "./payment-labels.ts";

/** `count`: of all rows that are asked for; `countMost`: further nobody counted. */
export type MoneyView<R extends { id: string }> = Listed<R> & {
  ask: MoneyAddressAsk;
  zone: string;
  todo: number | string;
  count: number;
  countMost: number;
  period: Period;
  months: readonly { value: string; label: string }[];
};

/** What all tabs of the payments page have. */
export const moneyPageParts = {
  address: moneyAddress,
  tabs: {
    label: "Payments",
    by: "tab",
    labels: moneyTabs,
    counts: ({ todo }: { todo: number | string }): Record<string, number | string> => ({ todo }),
    resets: { search: "", kind: "" },
  },
} as const;

type Row = { id: string; orderId: string; number: string; title: string; at: Date; cents: number };

const rowsText = ({ count, countMost }: Pick<MoneyView<Row>, "count" | "countMost">): string =>
  count > countMost ? `more than ${figures(countMost)} rows` : counted(count, "row");

/** The file holds what is listed, of all pages. */
const Export = <R extends { id: string }>({ view }: { view: MoneyView<R> }) =>
  view.count > 0 && (
    <a
      className="btn btn-outline btn-sm max-md:flex-[1_1_100%]"
      href={`/admin/payments/rows.csv?${moneyAddress.query(view.ask)}`}
      download
    >
      <Icon of={Download} />
      {`Export ${view.period.short}, ${rowsText(view)}`}
    </a>
  );

const Nothing = <R extends { id: string }>({ ask, period: { name } }: MoneyView<R>) => (
  <Empty
    title={ask.search || ask.kind !== "all" ? "Nothing matches" : `Nothing in ${name}`}
    actions={
      ask.month !== "all" && (
        <LinkButton small variant="outline" to={moneyAddress.to(ask, { month: "all" })}>
          Look at all time
        </LinkButton>
      )
    }
  >
    {ask.search
      ? "Check the spelling and the period. A part of a title, an order number, a client or an amount is enough."
      : "Choose another period or another kind."}
  </Empty>
);

const listOf = <R extends { id: string }>(tab: MoneyListTab) => ({
  ...moneyPageParts,
  className: "otable cards ltable md:table-fixed [--card:9rem_minmax(0,1fr)_auto]",
  noun: ["row", "rows"] as const,
  search: { label: `Search ${moneyTabs[tab].toLowerCase()}`, placeholder: "Title, number, client or amount" },
  selects: ({ months }: MoneyView<R>) => [
    { name: "month", label: "Period", choices: months },
    {
      name: "kind",
      label: "Kind",
      choices: Object.entries(moneyKinds[tab]).map(([value, label]) => ({ value, label })),
    },
  ],
  aside: (view: MoneyView<R>) => <Export view={view} />,
  empty: (view: MoneyView<R>) => <Nothing {...view} />,
});

const OrderLink = ({ row: { orderId, title, number }, meta }: { row: Omit<Row, "cents">; meta: string }) => (
  <>
    <Link className="title" to={`/admin/orders/${orderId}#money`} title={title}>
      {title}
    </Link>
    <span className="meta num">{[number, meta].filter(Boolean).join(", ")}</span>
  </>
);

type Column<R extends Row> = ListColumn<R, MoneyView<R>>;

const when = <R extends { at: Date }>(label: string) =>
  ({
    key: "at",
    label,
    card: label,
    className: "md:w-38 xl:w-54",
    cellClass: "num",
    cell: ({ at }: R, { zone, now }: { zone: string; now: Date }) => nearMoment(at, zone, now),
  }) as const;

const wideColumn = { className: "max-md:col-[2/-1] md:w-46 xl:w-60" } as const;

/** On a phone the amount stands beside the name. */
const amountColumn = {
  right: true,
  className: "md:w-28 xl:w-32",
  cellClass: "strong max-md:col-start-3 max-md:row-start-1 max-md:text-right",
} as const;

const amount = <R extends { cents: number }>() =>
  ({
    key: "cents",
    label: "Amount",
    ...amountColumn,
    cell: ({ cents }: R) => <Money cents={cents} />,
  }) as const;

export const receivedTab: ListOf<ReceivedRow, MoneyView<ReceivedRow>> = {
  ...listOf<ReceivedRow>("received"),
  caption: "Payments, the newest first",
  columns: [
    {
      key: "order",
      label: "Order",
      cellClass: "pe-n max-md:col-[1/3]",
      cell: (row) => <OrderLink row={row} meta={providerLabel(row.how)} />,
    },
    when("When"),
    {
      key: "state",
      label: "State",
      card: "State",
      ...wideColumn,
      cell: ({ state }) => <Status shape={receivedLabels[state][0]}>{receivedLabels[state][1]}</Status>,
    },
    amount(),
  ] satisfies Column<ReceivedRow>[],
};

/** "Decided in the dispute, the writer pays it": a reason is a sentence of its own elsewhere. */
const whyAndWho = ({ reason, paidBy }: RefundLine): string => {
  const payer = payerLabels[paidBy];
  return payer ? `${reason.replace(/\.$/, "")}, ${payer}` : reason;
};

export const refundTab: ListOf<RefundLine, MoneyView<RefundLine>> = {
  ...listOf<RefundLine>("refunds"),
  caption: "Refunds, the newest first",
  columns: [
    {
      key: "order",
      label: "Order",
      cellClass: "pe-n max-md:col-[1/3]",
      cell: (row) => <OrderLink row={row} meta={whyAndWho(row)} />,
    },
    when("When"),
    {
      key: "state",
      label: "State",
      card: "State",
      ...wideColumn,
      cell: ({ state }) => <Status shape={refundLabels[state][0]}>{refundLabels[state][1]}</Status>,
    },
    amount(),
  ] satisfies Column<RefundLine>[],
};

export const ledgerTab: ListOf<LedgerLine, MoneyView<LedgerLine>> = {
  ...listOf<LedgerLine>("ledger"),
  caption: "Ledger, the newest first; every row sums to zero",
  columns: [
    {
      key: "what",
      label: "What and for which order",
      cellClass: "pe-n max-md:col-[1/3]",
      cell: (row) => (
        <>
          <span className="named">
            <Link className="title" to={`/admin/orders/${row.orderId}#money`}>
              {entryText(row)}
            </Link>
            {row.test && <TagMark>test</TagMark>}
          </span>
          <span className="meta num" title={row.title}>
            {[row.title, row.number].filter(Boolean).join(", ")}
          </span>
        </>
      ),
    },
    when("When"),
    {
      key: "sides",
      label: "From and to",
      card: "From and to",
      className: wideColumn.className,
      cellClass: "soft num",
      cell: ({ postings }) => (
        <>
          {sideText(postings, -1)} <Icon of={ArrowRight} className="inline-block align-[-3px]" />
          <span className="vh"> to </span> {sideText(postings, 1)}
        </>
      ),
    },
    {
      key: "cents",
      label: "Amount",
      ...amountColumn,
      cell: (row) => <Money cents={movedCents(row)} />,
    },
  ],
};

type Sums = { received: number; released: number; refunded: number };

/** What the listed entries are in all; nothing for all time, which is not added up. */
export const LedgerSums = (
  view: Pick<MoneyView<LedgerLine>, "count" | "countMost" | "period"> & { sums: Sums | null },
) => {
  const { period, sums } = view;
  if (!sums || view.count === 0) return null;
  const { received, released, refunded } = sums;
  return (
    <p className="num strong pt-3">
      {`${period.name}, ${rowsText(view)}: received ${formatUsd(received)}, released ${formatUsd(released)}, refunded ${formatUsd(refunded)}`}
    </p>
  );
};
