import { Link } from "react-router";
import type { AdminOrderRow } from "#src/modules/orders/index.server.ts";
import { leftOr } from "#src/shared/time-labels.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Money } from "#src/ui/money.tsx";
import { Status, TagMark } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import { paymentLabels, type Sort, serviceLabels } from "../domain/admin-labels.ts";

type Clock = { now: Date; zone: string };

/** "Paper, Psychology" */
export const workLabel = ({ service, subject }: Pick<AdminOrderRow, "service" | "subject">): string =>
  [serviceLabels[service as keyof typeof serviceLabels] ?? service, subject].filter(Boolean).join(", ");

const ended: readonly string[] = ["completed", "cancelled", "refunded", "delivered"];

const Due = ({ row: { deadline, status }, clock }: { row: AdminOrderRow; clock: Clock }) =>
  deadline ? (
    <>
      {formatMoment(deadline, clock.zone)}
      {!ended.includes(status) && <span className="meta">{leftOr(deadline, clock.now)}</span>}
    </>
  ) : (
    <span className="muted">no deadline</span>
  );

const Price = ({ row }: { row: AdminOrderRow }) => {
  if (row.priceCents !== null) return <Money cents={row.priceCents} />;
  return row.status === "pending" ? (
    <Link to={`/admin/custom-orders?order=${row.id}`} className="-my-2.5 inline-flex min-h-11 items-center">
      Quote
    </Link>
  ) : (
    "none"
  );
};

const Row = ({ row, clock }: { row: AdminOrderRow; clock: Clock }) => (
  <tr>
    <td className="num muted c-no">{row.number}</td>
    <td className="c-t">
      <Link className="title wrap-anywhere" to={`/admin/orders/${row.id}`}>
        {row.title}
      </Link>{" "}
      {row.test && <TagMark>test</TagMark>}
      <span className="meta wrap-anywhere">
        {row.clientName}
        <span className="c-s2">, {workLabel(row)}</span>
      </span>
    </td>
    <td className="soft c-s">{workLabel(row)}</td>
    <td className="num nowrap c-d">
      <Due row={row} clock={clock} />
    </td>
    <td className="nowrap c-w">{row.writerName ?? <span className="muted">none</span>}</td>
    <td className="c-st">
      <Status shape={row.shown.shape} tone={row.shown.tone}>
        {row.shown.text}
      </Status>
    </td>
    <td className="soft c-p">{paymentLabels[row.paymentStatus]}</td>
    <td className="r strong c-pr">
      <Price row={row} />
    </td>
  </tr>
);

const columnsFor = (sort: Sort) => {
  const byAge = sort === "oldest" ? "ascending" : "descending";
  return [
    { key: "no", label: "No.", ...(sort !== "due" && { sorted: byAge as "ascending" | "descending" }) },
    { key: "order", label: "Order and client" },
    { key: "service", label: "Service", className: "c-s" },
    { key: "due", label: "Due", ...(sort === "due" && { sorted: "ascending" as const }) },
    { key: "writer", label: "Writer" },
    { key: "status", label: "Status" },
    { key: "payment", label: "Payment" },
    { key: "price", label: "Price", right: true },
  ];
};

/** One page of orders; below 768 each is a card. */
export const OrderTable = ({ rows, sort, clock }: { rows: readonly AdminOrderRow[]; sort: Sort; clock: Clock }) => (
  <Table caption="Orders" columns={columnsFor(sort)} boxed tight hover cards className="otable">
    {rows.map((row) => (
      <Row key={row.id} row={row} clock={clock} />
    ))}
  </Table>
);
