import { Link } from "react-router";
import type { AdminOrderRow } from "#src/modules/orders/index.server.ts";
import { leftOr, shortTime } from "#src/shared/time-labels.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { ArrowDown, ArrowUp, ChevronsUpDown, Icon } from "#src/ui/icons.tsx";
import { Money } from "#src/ui/money.tsx";
import { Status, TagMark } from "#src/ui/status.tsx";
import { type Column, Table } from "#src/ui/table.tsx";
import { type AdminAsk, adminAddress, orderInList } from "../../domain/admin-address.ts";
import { openGroups, paymentLabels, type Sort, serviceLabels } from "../../domain/admin-labels.ts";
import { nearMs } from "../../domain/many-plan.ts";

type Clock = { now: Date; zone: string };

/** "Paper, Psychology" */
export const workLabel = ({ service, subject }: Pick<AdminOrderRow, "service" | "subject">): string =>
  [serviceLabels[service as keyof typeof serviceLabels] ?? service, subject].filter(Boolean).join(", ");

const ended: readonly string[] = ["completed", "cancelled", "refunded"];

type DueFacts = Pick<AdminOrderRow, "deadline" | "status" | "heldSince" | "handedOverAt">;

/** What to say of a deadline besides the date, and how loud. */
const dueNote = (row: DueFacts, now: Date): { text: string; tone?: "bad" | "hold" } | null => {
  const { deadline, heldSince, handedOverAt, status } = row;
  if (!deadline || ended.includes(status)) return null;
  if (heldSince) return { text: `${shortTime(deadline.getTime() - heldSince.getTime())} left`, tone: "hold" };
  if (handedOverAt && ["delivered", "disputed"].includes(status))
    return { text: handedOverAt <= deadline ? "delivered in time" : "delivered late" };
  return { text: leftOr(deadline, now), ...(deadline.getTime() - now.getTime() < nearMs && { tone: "bad" as const }) };
};

const Due = ({ row, clock }: { row: AdminOrderRow; clock: Clock }) => {
  if (!row.deadline) return <span className="muted">no deadline</span>;
  const note = dueNote(row, clock.now);
  return (
    <>
      {row.heldSince ? "Paused" : formatMoment(row.deadline, clock.zone, clock.now)}
      {note && <span className={note.tone ? `meta ${note.tone}` : "meta"}>{note.text}</span>}
    </>
  );
};

const Price = ({ row }: { row: AdminOrderRow }) => {
  if (row.priceCents !== null) return <Money cents={row.priceCents} />;
  return row.status === "pending" ? (
    <Link to={`/admin/custom-orders?order=${row.id}`} className="-my-2.5 inline-flex min-h-11 items-center">
      Write a quote
    </Link>
  ) : (
    "none"
  );
};

type RowProps = { row: AdminOrderRow; ask: AdminAsk; clock: Clock; chosen: boolean };

const Row = ({ row, ask, clock, chosen }: RowProps) => (
  <tr data-row="">
    <td className="cbx">
      <label>
        <input
          type="checkbox"
          className="cb"
          name="order"
          value={`${row.id}:${row.version}`}
          defaultChecked={chosen}
          aria-label={`Select order ${row.number}`}
          data-assignable={row.status === "confirmed" || undefined}
        />
      </label>
    </td>
    <td className="c-t">
      <Link className="title" to={orderInList(ask, row.id)} title={row.title}>
        {row.title}
      </Link>{" "}
      {row.test && <TagMark>test</TagMark>}
      <span className="meta num">
        {row.number},{" "}
        <Link
          className="c-cl"
          to={adminAddress(ask, { client: row.clientId })}
          title={`Only orders of ${row.clientName}`}
        >
          {row.clientName}
        </Link>
        <span className="c-s2">, {workLabel(row)}</span>
      </span>
    </td>
    <td className="soft c-s" title={workLabel(row)}>
      {workLabel(row)}
    </td>
    <td className="num c-d">
      <Due row={row} clock={clock} />
    </td>
    <td className="nowrap c-w">{row.writerName ?? <span className="muted">no writer</span>}</td>
    <td className="c-st">
      {row.late ? (
        <Status shape="alert">{row.status === "revision_requested" ? "Late revision" : "Late"}</Status>
      ) : (
        <Status shape={row.shown.shape} tone={row.shown.tone}>
          {row.shown.text}
        </Status>
      )}
      <span className="meta c-p">{paymentLabels[row.paymentStatus]}</span>
    </td>
    <td className="r strong c-pr">
      <Price row={row} />
    </td>
  </tr>
);

/** A column's two orders, the more useful one first. */
const sorters = {
  made: ["newest", "oldest"],
  due: ["due", "due-last"],
  price: ["price", "price-low"],
} as const satisfies Record<string, readonly [Sort, Sort]>;

const falling: readonly Sort[] = ["newest", "due-last", "price"];

const Sorter = ({ ask, by, label }: { ask: AdminAsk; by: keyof typeof sorters; label: string }) => {
  const [first, second] = sorters[by];
  const on = ask.sort === first || ask.sort === second;
  const drawing = falling.includes(ask.sort) ? ArrowDown : ArrowUp;
  return (
    <Link
      className={on ? "sorter on" : "sorter"}
      to={adminAddress(ask, { sort: ask.sort === first ? second : first })}
      preventScrollReset
    >
      {label}
      <Icon of={on ? drawing : ChevronsUpDown} />
    </Link>
  );
};

const columnsFor = (ask: AdminAsk): readonly Column[] => {
  const sorted = (by: keyof typeof sorters) =>
    (sorters[by] as readonly Sort[]).includes(ask.sort)
      ? { sorted: falling.includes(ask.sort) ? ("descending" as const) : ("ascending" as const) }
      : {};
  return [
    { key: "pick", label: "Select", quiet: true, className: "cbx" },
    { key: "order", label: <Sorter ask={ask} by="made" label="Order and client" />, ...sorted("made") },
    { key: "service", label: "Service", className: "c-s" },
    {
      key: "due",
      label: openGroups.includes(ask.group) ? <Sorter ask={ask} by="due" label="Due" /> : "Due",
      ...sorted("due"),
    },
    { key: "writer", label: "Writer" },
    { key: "status", label: "State and payment" },
    { key: "price", label: <Sorter ask={ask} by="price" label="Price" />, right: true, ...sorted("price") },
  ];
};

/** `chosen`: the orders whose boxes are checked when the page comes. */
type Props = { rows: readonly AdminOrderRow[]; ask: AdminAsk; clock: Clock; chosen: readonly string[] };

/** One page of orders; below 1280 each is a card. */
export const OrderTable = ({ rows, ask, clock, chosen }: Props) => (
  <Table caption="Orders" columns={columnsFor(ask)} boxed tight hover className="otable olist">
    {rows.map((row) => (
      <Row key={row.id} row={row} ask={ask} clock={clock} chosen={chosen.includes(row.id)} />
    ))}
  </Table>
);
