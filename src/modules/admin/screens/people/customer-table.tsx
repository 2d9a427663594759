import { Link } from "react-router";
import type { PersonLine } from "#src/modules/accounts/index.server.ts";
import { waitLabel } from "#src/modules/chat/index.ts";
import type { OpenOfClient } from "#src/modules/orders/index.server.ts";
import { ArrowDown, ArrowUp, ChevronsUpDown, Icon } from "#src/ui/icons.tsx";
import { Money } from "#src/ui/money.tsx";
import { TagMark } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import { type PeopleAsk, type PeopleSort, peopleAddress } from "../../domain/people-address.ts";
import { lastLabel } from "./person-labels.ts";

type Clock = { now: Date; zone: string };
export type CustomerFacts = {
  open: ReadonlyMap<string, OpenOfClient>;
  /** Null for admins who do not answer chats. */
  waits: { since: ReadonlyMap<string, Date>; targetMs: number } | null;
};
type Props = CustomerFacts & { rows: readonly PersonLine[]; ask: PeopleAsk; clock: Clock };

const notes = [
  ["disputed", "disputed", true],
  ["late", "late", true],
  ["no-writer", "without a writer", true],
  ["needs-quote", "to quote", false],
  ["transfer", "transfer", false],
  ["revision", "revision", false],
] as const;

/** The most pressing thing about somebody's open orders: "1 late", "4 open". */
export const nowLabel = (open: OpenOfClient | undefined): { text: string; bad: boolean } => {
  if (!open) return { text: "none open", bad: false };
  const first = notes.find(([watch, , bad]) => open[watch] > 0 && (bad || open.open === open[watch]));
  if (!first) return { text: `${open.open} open`, bad: false };
  const [watch, word, bad] = first;
  return {
    text: `${open[watch]} ${word}${watch === "transfer" || watch === "revision" ? (open[watch] === 1 ? "" : "s") : ""}`,
    bad,
  };
};

const Now = ({ row, open }: { row: PersonLine; open: OpenOfClient | undefined }) => {
  const { text, bad } = nowLabel(open);
  if (!open) return <span className="muted">{text}</span>;
  return (
    <Link className={bad ? "badlink" : undefined} to={`/admin/orders?client=${row.id}`}>
      {text}
      <span className="vh">{` of ${row.name}`}</span>
    </Link>
  );
};

const Wait = ({ row, waits, now }: { row: PersonLine; waits: NonNullable<Props["waits"]>; now: Date }) => {
  const since = waits.since.get(row.id);
  if (!since) return <span className="muted">no chat waits</span>;
  const { short, over } = waitLabel(since, now, waits.targetMs);
  return (
    <Link className={over ? "badlink" : undefined} to={`/admin/chats/${row.id}`}>
      {short === "just now" ? short : `waits ${short}`}
      <span className="vh">{`${over ? ", over target" : ""}, chat with ${row.name}`}</span>
    </Link>
  );
};

const Row = ({ row, open, waits, clock }: { row: PersonLine } & Omit<Props, "rows" | "ask">) => {
  const { placed = 0, spentCents = 0, refundedCents = 0, lastOrderAt = null } = row.figures ?? {};
  return (
    <tr data-row="">
      <td className="pe-n">
        <span className="named">
          <Link className="title" to={`/admin/people/${row.id}`} title={row.name}>
            {row.name}
          </Link>
          {row.demo && <TagMark>demo</TagMark>}
          {row.blockedAt && <TagMark>blocked</TagMark>}
        </span>
        <span className="meta" title={row.email}>
          {row.email}
        </span>
      </td>
      <td className="r pe-o">{placed.toLocaleString("en-US")}</td>
      <td data-l="Now">
        <Now row={row} open={open.get(row.id)} />
      </td>
      <td className={spentCents ? "r strong" : "r muted"} data-l="Spent">
        <Money cents={spentCents} />
      </td>
      <td className={refundedCents ? "r pe-r" : "r muted pe-r"}>
        <Money cents={refundedCents} />
      </td>
      <td className="num pe-l">
        {lastOrderAt ? lastLabel(lastOrderAt, clock) : <span className="muted">no order yet</span>}
      </td>
      {waits && (
        <td className="num" data-l="Chat">
          <Wait row={row} waits={waits} now={clock.now} />
        </td>
      )}
    </tr>
  );
};

/** A column's two orders, the more useful one first. */
const sorters = {
  orders: ["orders", "orders-low"],
  spent: ["spent", "spent-low"],
  last: ["last", "last-first"],
} as const satisfies Record<string, readonly [PeopleSort, PeopleSort]>;

const Sorter = ({ ask, by, label }: { ask: PeopleAsk; by: keyof typeof sorters; label: string }) => {
  const [first, second] = sorters[by];
  const on = ask.sort === first || ask.sort === second;
  return (
    <Link
      className={on ? "sorter on" : "sorter"}
      to={peopleAddress(ask, { sort: ask.sort === first ? second : first })}
      preventScrollReset
    >
      {label}
      <Icon of={on ? (ask.sort === first ? ArrowDown : ArrowUp) : ChevronsUpDown} />
    </Link>
  );
};

const columnsFor = (ask: PeopleAsk, chats: boolean) => {
  const sorted = (by: keyof typeof sorters) => {
    const at = (sorters[by] as readonly PeopleSort[]).indexOf(ask.sort);
    return at < 0 ? {} : { sorted: at === 0 ? ("descending" as const) : ("ascending" as const) };
  };
  return [
    { key: "client", label: "Client" },
    { key: "orders", label: <Sorter ask={ask} by="orders" label="Orders" />, right: true, ...sorted("orders") },
    { key: "now", label: "Now" },
    { key: "spent", label: <Sorter ask={ask} by="spent" label="Spent" />, right: true, ...sorted("spent") },
    { key: "refunded", label: "Refunded", right: true, className: "pe-r" },
    { key: "last", label: <Sorter ask={ask} by="last" label="Last order" />, className: "pe-l", ...sorted("last") },
    ...(chats ? [{ key: "chat", label: "Chat" }] : []),
  ];
};

/** One page of clients with what each has ordered, paid and waits for; below 768 each is a card. */
export const CustomerTable = ({ rows, ask, clock, open, waits }: Props) => (
  <Table caption="Clients" columns={columnsFor(ask, waits !== null)} boxed tight hover className="otable ltable people">
    {rows.map((row) => (
      <Row key={row.id} {...{ row, open, waits, clock }} />
    ))}
  </Table>
);
