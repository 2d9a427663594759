import { Link, useSearchParams } from "react-router";
import { serviceNames } from "#src/modules/pricing/index.screens.ts";
import type { Direction, Trial } from "#src/modules/pricing/index.server.ts";
import { services } from "#src/modules/pricing/index.ts";
import { counted, figures } from "#src/shared/counted.ts";
import { listAddress } from "#src/shared/list-address.ts";
import { type Cents, formatChange, formatUsd } from "#src/shared/money.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { Money, Table } from "#src/ui/table.tsx";

type Sums = Trial["services"];
export const rowsOf = (sums: Sums) =>
  services.flatMap((service) => (sums[service] ? [{ service, ...sums[service] }] : []));
export const total = (sums: Sums) =>
  rowsOf(sums).reduce(
    (sum, { count, before, after, refused }) => ({
      count: sum.count + count,
      before: sum.before + before,
      after: sum.after + after,
      refused: sum.refused + refused,
    }),
    { count: 0, before: 0, after: 0, refused: 0 },
  );

/** "+ 6.8%"; nothing where nothing changes or nothing was paid before. */
export const percentText = (before: Cents, after: Cents): string => {
  if (before === 0 || before === after) return "";
  const tenths = Math.round((Math.abs(after - before) * 1_000) / before);
  return `${after < before ? "\u2212" : "+"} ${(tenths / 10).toFixed(1)}%`;
};

/** What changes, in money and percent. */
const Change = ({ before, after }: { before: Cents; after: Cents }) => {
  const percent = percentText(before, after);
  return (
    <>
      <b className={before === after ? "font-normal text-ink-3" : "font-semibold"} translate="no">
        {formatChange(after - before)}
      </b>
      {percent && <span className="meta leading-[1.125rem] font-normal">{percent}</span>}
    </>
  );
};

const pairColumns = [
  { key: "service", label: "Service", quiet: true, className: "md:w-52" },
  { key: "picture", label: "Picture", quiet: true },
  { key: "prices", label: "Old and new", quiet: true, right: true, className: "md:w-34" },
  { key: "change", label: "Difference", quiet: true, right: true, className: "md:w-34" },
];

/** Drawn 1000 wide; the highest sum of the table reaches the end. */
const wide = 1_000;
const Bars = ({ before, after, most }: { before: Cents; after: Cents; most: Cents }) => {
  const reach = (cents: Cents) => Math.round((wide * cents) / Math.max(1, most));
  return (
    <svg className="h-6.5 w-full" viewBox={`0 0 ${wide} 26`} preserveAspectRatio="none" aria-hidden="true">
      <rect className="fill-chart-2" width={reach(before)} height="12" />
      <rect className="fill-chart-1" y="14" width={reach(after)} height="12" />
    </svg>
  );
};

type RowProps = { label: string; noun: readonly [string, string]; count: number; before: Cents; after: Cents };
const PairRow = ({ label, noun, count, before, after, most }: RowProps & { most: Cents | null }) => (
  <tr>
    <th scope="row" className="align-middle text-[1rem] leading-5 whitespace-normal text-ink">
      {label}
      <span className="meta num leading-[1.125rem] font-normal">{counted(count, ...noun)}</span>
    </th>
    <td className="tb">{most !== null && <Bars before={before} after={after} most={most} />}</td>
    <td className="r tv" translate="no">
      <span className="meta leading-[1.125rem] font-normal">
        <span className="vh">old </span>
        {formatUsd(before)}
      </span>
      <b className="font-semibold">
        <span className="vh">new </span>
        {formatUsd(after)}
      </b>
    </td>
    <td className="r td">
      <Change before={before} after={after} />
    </td>
  </tr>
);

/** Old against new, a pair of bars for each service on one scale, and all of them below. */
export const PairTable = ({ sums, caption, noun }: { sums: Sums; caption: string; noun: RowProps["noun"] }) => {
  const rows = rowsOf(sums);
  const most = Math.max(...rows.flatMap(({ before, after }) => [before, after]));
  const all = total(sums);
  return (
    <Table
      caption={caption}
      columns={pairColumns}
      boxed
      className="trial md:table-fixed"
      foot={<PairRow label={`All ${counted(rows.length, "service")}`} noun={noun} most={null} {...all} />}
    >
      {rows.map(({ service, ...row }) => (
        <PairRow key={service} label={serviceNames[service]} noun={noun} most={most} {...row} />
      ))}
    </Table>
  );
};

const days = { "7": "Last 7 days", "30": "Last 30 days", "90": "Last 90 days" } as const;
const directions = { all: "All", more: "More", less: "Less" } as const;
const sizes = { "25": 25, "50": 50, "100": 100 } as const;
const nextSize: Readonly<Record<keyof typeof sizes, keyof typeof sizes | null>> = {
  "25": "50",
  "50": "100",
  "100": null,
};

/** Which orders are tried; `direction` and `rows` say which of them are listed. */
export const trialAddress = listAddress("/admin/pricing/trial", (at) => ({
  days: at.oneOf("days", days, "90"),
  direction: at.oneOf("direction", directions, "all"),
  rows: at.oneOf("rows", sizes, "25"),
}));
export const periodLabels = days;
export const periodDays = { "7": 7, "30": 30, "90": 90 } as const satisfies Record<keyof typeof days, number>;

/** An order of the trial; `direction` says whether the draft makes it dearer. */
export type TriedOrder = Trial["highest"]["all"][number] & { number: string; title: string; direction: Direction };

const columns = [
  { key: "order", label: "Order" },
  { key: "old", label: "Old price", right: true, className: "md:w-32" },
  { key: "new", label: "New price", right: true, className: "md:w-32" },
  { key: "change", label: "Difference", right: true, className: "md:w-32" },
];

type Counts = Trial["directions"];
const countOf = ({ more, same, less }: Counts, direction: keyof typeof directions): number =>
  direction === "all" ? more + same + less : { more, less }[direction];

const Filter = ({ counts, ask }: { counts: Counts; ask: ReturnType<typeof trialAddress.read> }) => (
  <nav className="views" aria-label="Which orders">
    {Object.entries(directions).map(([direction, label]) => (
      <Link
        key={direction}
        to={trialAddress.toNamed(ask, { direction, rows: "" })}
        aria-current={ask.direction === direction ? "page" : undefined}
        preventScrollReset
      >
        {label}
        <small className="num ml-1.5 text-(length:--text-sm)">
          {figures(countOf(counts, direction === "more" || direction === "less" ? direction : "all"))}
        </small>
      </Link>
    ))}
  </nav>
);

/** Order by order, the highest old price first; a filter and more rows come without asking again. */
export const TrialOrders = ({ orders, counts }: { orders: readonly TriedOrder[]; counts: Counts }) => {
  const ask = trialAddress.read(useSearchParams()[0]);
  const fitting = orders.filter(({ direction }) => ask.direction === "all" || direction === ask.direction);
  const shown = fitting.slice(0, sizes[ask.rows]);
  const next = nextSize[ask.rows];
  return (
    <Panel title="Order by order" aside={<Filter counts={counts} ask={ask} />}>
      {shown.length === 0 ? (
        <Empty title={ask.direction === "less" ? "No order gets cheaper" : "No order gets dearer"}>
          Choose All to see every order of this time.
        </Empty>
      ) : (
        <>
          <Table
            caption="Orders, the highest old price first"
            columns={columns}
            boxed
            tight
            hover
            className="otable cards ltable torders md:table-fixed"
          >
            {shown.map(({ id, number, title, service, before, after }) => (
              <tr key={id}>
                <td className="pe-n">
                  <Link className="title" to={`/admin/orders/${id}`} title={title}>
                    {title}
                  </Link>
                  <span className="meta num">{`${number}, ${serviceNames[service]}`}</span>
                </td>
                <td className="r" data-label="Old price">
                  <Money cents={before} />
                </td>
                <td className="r strong" data-label="New price">
                  <Money cents={after} />
                </td>
                <td className="r" data-label="Difference">
                  <Change before={before} after={after} />
                </td>
              </tr>
            ))}
          </Table>
          <div className="between panel-foot px-5 py-3">
            <span className="small muted num">
              {`${figures(shown.length)} of ${figures(countOf(counts, ask.direction))}, highest price first`}
            </span>
            {next && fitting.length > shown.length && (
              <Link to={trialAddress.toNamed(ask, { rows: next })} preventScrollReset>
                {`Show ${sizes[next] - shown.length} more`}
              </Link>
            )}
          </div>
        </>
      )}
    </Panel>
  );
};
