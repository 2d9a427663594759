import { Link } from "react-router";
import type { PersonLine } from "#src/modules/accounts/index.server.ts";
import { roleLabels } from "#src/modules/accounts/index.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { minuteMs } from "#src/shared/units.ts";
import { formatDate } from "#src/shared/zone.ts";
import { Status, TagMark } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";

type Clock = { now: Date; zone: string };
type Props = Clock & { rows: readonly PersonLine[] };

/** "just now", "35 min ago", "never": the last use is known to five minutes. */
export const seenLabel = (seenAt: Date | null, now: Date): string => {
  if (!seenAt) return "never";
  const ago = now.getTime() - seenAt.getTime();
  return ago < 5 * minuteMs ? "just now" : `${shortTime(ago)} ago`;
};

const State = ({ blockedAt, removalAskedAt, leavesAt }: PersonLine) => {
  if (blockedAt) return <Status shape="alert">Blocked</Status>;
  if (removalAskedAt)
    return (
      <Status shape="clock" tone="warn">
        Factor is removed
      </Status>
    );
  if (leavesAt) return <Status shape="dash">Is deleted soon</Status>;
  return <span className="muted">open</span>;
};

const Row = ({ row, orders, now, zone }: Clock & { row: PersonLine; orders: number | null }) => (
  <tr data-row="">
    <td className="c-t">
      <Link className="title wrap-anywhere" to={`/admin/people/${row.id}`}>
        {row.name}
      </Link>
      {row.demo && (
        <span className="ml-2">
          <TagMark>demo</TagMark>
        </span>
      )}
      <span className="meta wrap-anywhere">{row.email}</span>
    </td>
    <td className="nowrap c-ro">{roleLabels[row.role]}</td>
    <td className="num nowrap soft c-si">
      <span className="md:hidden">since </span>
      {formatDate(row.createdAt, zone)}
    </td>
    <td className="num nowrap soft c-se">
      {row.seenAt && <span className="md:hidden">seen </span>}
      {seenLabel(row.seenAt, now)}
      {!row.seenAt && <span className="md:hidden"> seen</span>}
    </td>
    <td className="c-fa soft">
      <span className={row.hasFactor ? undefined : "muted"}>
        <span className="max-md:hidden">{row.hasFactor ? "yes" : "no"}</span>
        <span className="md:hidden">{row.hasFactor ? "has a second factor" : "no second factor"}</span>
      </span>
    </td>
    <td className="c-st">
      <State {...row} />
    </td>
    {orders !== null && (
      <td className="r c-pr">
        {orders === 0 ? (
          <span className="muted">
            <span className="max-md:hidden">none</span>
            <span className="md:hidden">no orders</span>
          </span>
        ) : (
          <Link
            to={`/admin/orders?group=all&client=${row.id}`}
            className="-my-2.5 inline-flex min-h-11 min-w-11 items-center md:justify-end"
          >
            {orders.toLocaleString("en-US")}
            <span className="whitespace-pre md:hidden">{orders === 1 ? " order" : " orders"}</span>
            <span className="vh">{` by ${row.name}`}</span>
          </Link>
        )}
      </td>
    )}
  </tr>
);

const columns = [
  { key: "name", label: "Name and e-mail" },
  { key: "role", label: "Role" },
  { key: "since", label: "Since", sorted: "descending" as const },
  { key: "seen", label: "Last seen" },
  { key: "factor", label: "Second factor" },
  { key: "state", label: "Account" },
];
const ordersColumn = { key: "orders", label: "Orders", right: true };

/** One page of people; below 768 each is a card. Orders are for admins who see them. */
export const PeopleTable = ({ rows, now, zone }: Props) => (
  <Table
    caption="People"
    columns={rows.some(({ figures }) => figures) ? [...columns, ordersColumn] : columns}
    boxed
    tight
    hover
    cards
    className="otable ptable"
  >
    {rows.map((row) => (
      <Row key={row.id} row={row} orders={row.figures?.placed ?? null} now={now} zone={zone} />
    ))}
  </Table>
);
