import { Link } from "react-router";
import type { PersonLine } from "#src/modules/accounts/index.server.ts";
import { roleLabels } from "#src/modules/accounts/index.ts";
import type { OpenOfClient } from "#src/modules/orders/index.server.ts";
import type { FileColumn } from "#src/platform/documents/csv.ts";
import { figures } from "#src/shared/counted.ts";
import { usdString } from "#src/shared/money.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { minuteMs } from "#src/shared/units.ts";
import { formatDate, formatDay, localOf } from "#src/shared/zone.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import type { Listed, ListOf } from "#src/ui/list/list.ts";
import { Status, TagMark } from "#src/ui/status.tsx";
import {
  type PeopleAsk,
  type PeopleGroup,
  peopleAddress,
  peopleGroupLabels,
  personInList,
} from "../../domain/people-address.ts";

export type CustomerFacts = {
  open: ReadonlyMap<string, OpenOfClient>;
  /** Null for admins who do not answer chats. */
  waits: { since: ReadonlyMap<string, Date>; targetMs: number } | null;
};
/** `facts`: of clients, for admins who see orders. */
export type PeopleView = Listed<PersonLine> & {
  ask: PeopleAsk;
  counts: Readonly<Record<string, string>>;
  zone: string;
  facts: CustomerFacts | null;
};

/** "today, 19:02", else the day: when somebody ordered last. */
export const lastLabel = (at: Date, { now, zone }: { now: Date; zone: string }): string => {
  const { date, time } = localOf(at, zone);
  return date === localOf(now, zone).date ? `today, ${time}` : formatDay(at, zone, now);
};

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

/** The same in a table and on a card, where no head says what it is. */
const Either = ({ table, card }: { table: string; card: string }) => (
  <>
    <span className="max-md:hidden">{table}</span>
    <span className="md:hidden">{card}</span>
  </>
);

const Orders = ({ row }: { row: PersonLine }) => {
  const { id, name } = row;
  const placed = row.figures?.placed ?? 0;
  if (placed === 0)
    return (
      <span className="muted">
        <Either table="none" card="no orders" />
      </span>
    );
  return (
    <Link
      to={`/admin/orders?group=all&client=${id}`}
      className="-my-2.5 inline-flex min-h-11 min-w-11 items-center md:justify-end"
    >
      {figures(placed)}
      <span className="whitespace-pre md:hidden">{placed === 1 ? " order" : " orders"}</span>
      <span className="vh">{` by ${name}`}</span>
    </Link>
  );
};

const emptyTexts: Readonly<Record<PeopleGroup, [title: string, text: string]>> = {
  all: ["Nobody has an account yet", "You see everybody who registers here."],
  clients: ["No clients yet", "Everybody who registers is a client. You see them here."],
  writers: ["No writers yet", "Open the page of an account and give it the role of writer."],
  applicants: ["Nobody applies", "Who applies to write for you is here until you have answered."],
  admins: ["No admins", "An admin is made on the server with npm run admin:create."],
  blocked: ["Nobody is blocked", "An account that is blocked stays as it is, and nobody can sign in to it."],
};

const noFilters = { orders: "any", last: "any" } as const;
const isNarrowed = ({ group, orders, last }: PeopleAsk): boolean =>
  group === "clients" && (orders !== "any" || last !== "any");

const NothingFound = ({ ask }: { ask: PeopleAsk }) => {
  const [title, text] = emptyTexts[ask.group];
  if (!ask.search && isNarrowed(ask))
    return (
      <Empty
        title="No client fits these filters"
        actions={
          <LinkButton small variant="outline" to={peopleAddress.to(ask, noFilters)}>
            Clear the filters
          </LinkButton>
        }
      >
        Choose other orders, or another time of the last one.
      </Empty>
    );
  if (!ask.search) return <Empty title={title}>{text}</Empty>;
  return (
    <Empty
      title={`Nobody matches "${ask.search}"`}
      actions={
        <>
          {ask.group !== "all" && (
            <LinkButton small to={peopleAddress.to(ask, { group: "all" })}>
              Search everybody
            </LinkButton>
          )}
          <LinkButton small variant="outline" to={peopleAddress.to(ask, { search: "" })}>
            Clear the search
          </LinkButton>
        </>
      }
    >
      Check the spelling. Parts of a name or an e-mail are enough.
    </Empty>
  );
};

/** What both lists of people have. */
export const listOfPeople = {
  address: peopleAddress,
  noun: ["person", "people"],
  tabs: {
    label: "Groups of people",
    labels: peopleGroupLabels,
    counts: ({ counts }: PeopleView) => counts,
    resets: noFilters,
  },
  search: { label: "Search people", placeholder: "Name, e-mail or order number" },
  empty: ({ ask }: PeopleView) => <NothingFound ask={ask} />,
} as const;

/** Accounts, the newest first; below 768 each is a card. Orders are for admins who see them. */
export const accountList: ListOf<PersonLine, PeopleView> = {
  ...listOfPeople,
  caption: "People",
  className:
    "cards otable max-md:[&_tbody_tr]:grid max-md:[&_tbody_tr]:grid-cols-[1fr_auto] max-md:[&_tbody_tr]:gap-x-2 max-md:[&_tbody_tr]:gap-y-0.5",
  columns: [
    {
      key: "name",
      label: "Name and e-mail",
      className: "max-md:col-span-full",
      cell: ({ id, name, email, demo }, { ask }) => (
        <>
          <Link className="title wrap-anywhere" to={personInList(ask, id)}>
            {name}
          </Link>
          {demo && (
            <span className="ml-2">
              <TagMark>demo</TagMark>
            </span>
          )}
          <span className="meta wrap-anywhere">{email}</span>
        </>
      ),
    },
    { key: "role", label: "Role", cellClass: "nowrap", cell: ({ role }) => roleLabels[role] },
    {
      key: "since",
      label: "Since",
      sorted: "descending",
      cellClass: "num nowrap soft",
      cell: ({ createdAt }, { zone }) => (
        <>
          <span className="md:hidden">since </span>
          {formatDate(createdAt, zone)}
        </>
      ),
    },
    {
      key: "seen",
      label: "Last seen",
      cellClass: "num nowrap soft",
      cell: ({ seenAt }, { now }) => (
        <Either table={seenLabel(seenAt, now)} card={seenAt ? `seen ${seenLabel(seenAt, now)}` : "never seen"} />
      ),
    },
    {
      key: "factor",
      label: "Second factor",
      cellClass: "soft",
      cell: ({ hasFactor }) => (
        <span className={hasFactor ? undefined : "muted"}>
          <Either table={hasFactor ? "yes" : "no"} card={hasFactor ? "has a second factor" : "no second factor"} />
        </span>
      ),
    },
    { key: "state", label: "Account", cellClass: "max-md:col-start-1", cell: (row) => <State {...row} /> },
    {
      key: "orders",
      label: "Orders",
      right: true,
      cellClass: "max-md:col-start-2",
      shown: ({ rows }) => rows.some((row) => row.figures),
      cell: (row) => <Orders row={row} />,
    },
  ],
};

const day = (at: Date | null): string => at?.toISOString() ?? "";

/** The columns of the file, for a spreadsheet; figures of customers are for admins who see orders. */
export const peopleFile: readonly FileColumn<PersonLine>[] = [
  ["Name", ({ name }) => name],
  ["E-mail", ({ email }) => email],
  ["Role", ({ role }) => roleLabels[role]],
  ["Since (UTC)", ({ createdAt }) => day(createdAt)],
  ["Last seen (UTC)", ({ seenAt }) => day(seenAt)],
  ["Second factor", ({ hasFactor }) => (hasFactor ? "yes" : "no")],
  ["Blocked", ({ blockedAt }) => (blockedAt ? "yes" : "no")],
  ["Orders", ({ figures: of }) => of?.placed ?? null],
  ["Spent", ({ figures: of }) => (of ? usdString(of.spentCents) : null)],
  ["Refunded", ({ figures: of }) => (of ? usdString(of.refundedCents) : null)],
  ["Last order (UTC)", ({ figures: of }) => day(of?.lastOrderAt ?? null)],
];
