import { Link } from "react-router";
import type { PersonLine } from "#src/modules/accounts/index.server.ts";
import { waitLabel } from "#src/modules/chat/index.ts";
import type { OpenOfClient } from "#src/modules/orders/index.server.ts";
import { figures } from "#src/shared/counted.ts";
import type { ListOf } from "#src/ui/list/list.ts";
import { TagMark } from "#src/ui/status.tsx";
import { Money } from "#src/ui/table.tsx";
import { lastOrderLabels, peopleSortLabels, personInList, placedLabels } from "../../domain/people-address.ts";
import { type CustomerFacts, lastLabel, listOfPeople, type PeopleView } from "./people-list.tsx";

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
  if (!first) return { text: `${open.open}\u00a0open`, bad: false };
  const [watch, word, bad] = first;
  return {
    text: `${open[watch]}\u00a0${word}${watch === "transfer" || watch === "revision" ? (open[watch] === 1 ? "" : "s") : ""}`,
    bad,
  };
};

const Now = ({ row, open }: { row: PersonLine; open: OpenOfClient | undefined }) => {
  const { text, bad } = nowLabel(open);
  if (!open) return <span className="muted">{text}</span>;
  return (
    <Link className={bad ? "font-semibold text-error" : undefined} to={`/admin/orders?client=${row.id}`}>
      {text}
      <span className="vh">{` of ${row.name}`}</span>
    </Link>
  );
};

const Wait = ({ row, waits, now }: { row: PersonLine; waits: NonNullable<CustomerFacts["waits"]>; now: Date }) => {
  const since = waits.since.get(row.id);
  if (!since) return <span className="muted">no chat waits</span>;
  const { short, over } = waitLabel(since, now, waits.targetMs);
  return (
    <Link className={over ? "font-semibold text-error" : undefined} to={`/admin/chats/${row.id}`}>
      {short === "just now" ? short : `waits ${short}`}
      <span className="vh">{`${over ? ", over target" : ""}, chat with ${row.name}`}</span>
    </Link>
  );
};

/** What is kept of somebody as a customer. */
const figuresOf = (row: PersonLine) => row.figures ?? { placed: 0, spentCents: 0, refundedCents: 0, lastOrderAt: null };

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Clients with what each has ordered, paid and waits for; below 768 each is a card. */
export const clientList: ListOf<PersonLine, PeopleView> = {
  ...listOfPeople,
  caption: "Clients",
  className: "otable cards ltable md:table-fixed",
  selects: () => [
    { name: "orders", label: "Orders", choices: choicesOf(placedLabels) },
    { name: "last", label: "Last order", choices: choicesOf(lastOrderLabels) },
  ],
  sorts: peopleSortLabels,
  pages: ["Previous", "Next"],
  columns: [
    {
      key: "client",
      label: "Client",
      cellClass: "pe-n",
      cell: ({ id, name, email, demo, blockedAt }, { ask }) => (
        <>
          <span className="named">
            <Link className="title" to={personInList(ask, id)} title={name}>
              {name}
            </Link>
            {demo && <TagMark>demo</TagMark>}
            {blockedAt && <TagMark>blocked</TagMark>}
          </span>
          <span className="meta" title={email}>
            {email}
          </span>
        </>
      ),
    },
    {
      key: "orders",
      label: "Orders",
      right: true,
      className: "max-md:hidden md:w-22 min-[90rem]:w-24",
      sorts: ["orders", "orders-low"],
      cell: (row) => figures(figuresOf(row).placed),
    },
    {
      key: "now",
      label: "Now",
      card: "Now",
      className: "md:w-38 min-[90rem]:w-42",
      cell: (row, { facts }) => <Now row={row} open={facts?.open.get(row.id)} />,
    },
    {
      key: "spent",
      label: "Spent",
      card: "Spent",
      className: "md:w-28 min-[90rem]:w-30",
      right: true,
      cellClass: (row) => (figuresOf(row).spentCents ? "strong" : "muted"),
      sorts: ["spent", "spent-low"],
      cell: (row) => <Money cents={figuresOf(row).spentCents} />,
    },
    {
      key: "refunded",
      label: "Refunded",
      right: true,
      className: "w-30 max-xl:hidden",
      cellClass: (row) => (figuresOf(row).refundedCents ? "" : "muted"),
      cell: (row) => <Money cents={figuresOf(row).refundedCents} />,
    },
    {
      key: "last",
      label: "Last order",
      className: "w-34 max-[1152px]:hidden min-[90rem]:w-41",
      cellClass: "num",
      sorts: ["last", "last-first"],
      cell: (row, clock) => {
        const { lastOrderAt } = figuresOf(row);
        return lastOrderAt ? lastLabel(lastOrderAt, clock) : <span className="muted">no order yet</span>;
      },
    },
    {
      key: "chat",
      label: "Chat",
      card: "Chat",
      className: "md:w-32 min-[90rem]:w-34",
      cellClass: "num",
      shown: ({ facts }) => facts !== null && facts.waits !== null,
      cell: (row, { facts, now }) => facts?.waits && <Wait row={row} waits={facts.waits} now={now} />,
    },
  ],
};
