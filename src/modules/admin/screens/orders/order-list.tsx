import { Link, useActionData } from "react-router";
import type { AdminOrderRow } from "#src/modules/orders/index.server.ts";
import { briefFileColumns } from "#src/modules/orders/index.ts";
import type { FileColumn } from "#src/platform/documents/csv.ts";
import { usdString } from "#src/shared/money.ts";
import { leftOr, shortTime } from "#src/shared/time-labels.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Empty } from "#src/ui/empty.tsx";
import { PickAll } from "#src/ui/list/chosen.tsx";
import type { ListColumn, Listed, ListOf } from "#src/ui/list/list.ts";
import { Status, TagMark } from "#src/ui/status.tsx";
import { Money } from "#src/ui/table.tsx";
import {
  type AdminAsk,
  adminAddress,
  type BoundErrors,
  isNarrowed,
  noFilters,
  orderInList,
  ordersAddress,
} from "../../domain/admin-address.ts";
import { groupLabels, openGroups, paymentLabels, type Quick, workLabel } from "../../domain/admin-labels.ts";
import { nearMs } from "../../domain/many-plan.ts";
import { type NamedWriters, OrderFilters } from "./order-filters.tsx";
import type { ListAnswer } from "./submit-list-step.server.ts";

type Clock = { now: Date; zone: string };
/** What the list shows of an order: nothing else is sent to it. */
export const listedOrder = (row: AdminOrderRow) => {
  const { id, number, title, service, subject, test, clientId, clientName, writerName, version } = row;
  const { status, shown, late, paymentStatus, priceCents, deadline, heldSince, handedOverAt } = row;
  return {
    ...{ id, number, title, service, subject, test, clientId, clientName, writerName, version },
    ...{ status, shown, late, paymentStatus, priceCents, deadline, heldSince, handedOverAt },
  };
};
type ListedOrder = ReturnType<typeof listedOrder>;

type OrdersView = Listed<ListedOrder> & {
  ask: AdminAsk;
  zone: string;
  errors: BoundErrors;
  writers: NamedWriters;
  counts: Readonly<Record<keyof typeof groupLabels | Quick, string>>;
};

const ended: readonly string[] = ["completed", "cancelled", "refunded"];

type DueFacts = Pick<ListedOrder, "deadline" | "status" | "heldSince" | "handedOverAt">;

/** What to say of a deadline besides the date, and how loud. */
const dueNote = (row: DueFacts, now: Date): { text: string; tone?: string } | null => {
  const { deadline, heldSince, handedOverAt, status } = row;
  if (!deadline || ended.includes(status)) return null;
  if (heldSince) return { text: `${shortTime(deadline.getTime() - heldSince.getTime())} left`, tone: "text-warn" };
  if (handedOverAt && ["delivered", "disputed"].includes(status))
    return { text: handedOverAt <= deadline ? "delivered in time" : "delivered late" };
  return {
    text: leftOr(deadline, now),
    ...(deadline.getTime() - now.getTime() < nearMs && { tone: "font-semibold text-error" }),
  };
};

const Due = ({ row, clock }: { row: ListedOrder; clock: Clock }) => {
  if (!row.deadline) return <span className="muted">no deadline</span>;
  const note = dueNote(row, clock.now);
  return (
    <>
      {row.heldSince ? "Paused" : formatMoment(row.deadline, clock.zone, clock.now)}
      {note && <span className={cx("meta max-md:inline max-md:before:content-[',_']", note.tone)}>{note.text}</span>}
    </>
  );
};

const Price = ({ row }: { row: ListedOrder }) => {
  if (row.priceCents !== null) return <Money cents={row.priceCents} />;
  return row.status === "pending" ? (
    <Link
      to={`/admin/custom-orders?order=${row.id}`}
      className="relative z-1 -my-2.5 inline-flex min-h-11 items-center"
    >
      Write a quote
    </Link>
  ) : (
    "none"
  );
};

const pickBox = "-mx-3 -my-2 grid size-11 cursor-pointer place-items-center";

/** What could not be done with a step stays chosen. */
const Pick = ({ row }: { row: ListedOrder }) => {
  const answer = useActionData<ListAnswer>();
  return (
    <label className={pickBox}>
      <input
        type="checkbox"
        className="cb"
        name="order"
        value={`${row.id}:${row.version}`}
        defaultChecked={answer?.chosen.includes(row.id)}
        aria-label={`Select order ${row.number}`}
        data-pick={row.id}
        data-why={row.status === "confirmed" ? undefined : "needs no writer"}
      />
    </label>
  );
};

/** Title and client below each other: each is a target of its own, 24 px high. */
const Title = ({ row, ask }: { row: ListedOrder; ask: AdminAsk }) => (
  <>
    <Link
      className="title leading-6 max-xl:line-clamp-2 max-xl:wrap-anywhere xl:block xl:truncate"
      to={orderInList(ask, row.id)}
      title={row.title}
    >
      {row.title}
    </Link>{" "}
    {row.test && <TagMark>test</TagMark>}
    <span className="meta num xl:col-span-full xl:truncate">
      <span translate="no">{row.number}</span>,{" "}
      <Link
        className="relative z-1 inline-block leading-6 [&:not(:hover,:focus-visible)]:text-inherit [&:not(:hover,:focus-visible)]:no-underline"
        to={adminAddress(ask, { client: row.clientId })}
        title={`Only orders of ${row.clientName}`}
      >
        {row.clientName}
      </Link>
      <span className="min-[90rem]:hidden max-[1152px]:hidden">, {workLabel(row)}</span>
    </span>
  </>
);

const State = ({ row }: { row: ListedOrder }) => (
  <>
    {row.late ? (
      <Status shape="alert">{row.status === "revision_requested" ? "Late revision" : "Late"}</Status>
    ) : (
      <Status shape={row.shown.shape} tone={row.shown.tone}>
        {row.shown.text}
      </Status>
    )}
    <span className="meta pl-5.5 max-md:hidden">{paymentLabels[row.paymentStatus]}</span>
  </>
);

/** Nothing found says what was looked for, and where else to look. */
const NothingFound = ({ ask }: { ask: AdminAsk }) => {
  const everywhere = adminAddress(ask, { ...noFilters, group: "all", sort: "newest" });
  const plain = adminAddress(ask, { ...noFilters, search: "" });
  if (ask.search)
    return (
      <Empty
        title={`No order matches "${ask.search}"`}
        actions={
          <>
            {everywhere !== adminAddress(ask) && (
              <LinkButton small to={everywhere}>
                Search all orders
              </LinkButton>
            )}
            <LinkButton small variant="outline" to={plain}>
              Clear the search
            </LinkButton>
          </>
        }
      >
        Check the spelling, or search by number, title, the client's name or e-mail, or the writer.
      </Empty>
    );
  if (isNarrowed(ask))
    return (
      <Empty
        title="No order fits these filters"
        actions={
          <LinkButton small variant="outline" to={plain}>
            Clear the filters
          </LinkButton>
        }
      >
        Remove a filter, or look in another tab.
      </Empty>
    );
  return (
    <Empty title={ask.group === "all" ? "No orders yet" : "Nothing here now"} art={ask.group === "all"}>
      {ask.group === "all"
        ? "You see the first order here as soon as a client places it."
        : "Orders come and go automatically as their state changes."}
    </Empty>
  );
};

const due: ListColumn<ListedOrder, OrdersView> = {
  key: "due",
  label: "Due",
  cellClass: "num [grid-area:due] max-md:text-(length:--text-sm) max-md:text-ink-2 md:whitespace-nowrap",
  cell: (row, clock) => <Due row={row} clock={clock} />,
};
const isOpen = ({ ask }: OrdersView): boolean => openGroups.includes(ask.group);

/** Orders; below 1280 each is a card. */
export const orderList: ListOf<ListedOrder, OrdersView> = {
  address: ordersAddress,
  caption: "Orders",
  className: "otable olist",
  tabs: {
    label: "Groups of orders",
    labels: groupLabels,
    counts: ({ counts }) => counts,
    resets: { status: "" },
  },
  filters: ({ ask, errors, writers, counts }) => <OrderFilters {...{ ask, errors, writers, counts }} />,
  empty: ({ ask }) => <NothingFound ask={ask} />,
  keys: (
    <>
      <b className="kbd">J</b> <b className="kbd">K</b> move <b className="kbd">X</b> select <b className="kbd">A</b>{" "}
      assign <b className="kbd">?</b> all keys
    </>
  ),
  columns: [
    {
      key: "pick",
      label: "Select",
      head: <PickAll className={pickBox} />,
      className: "relative z-1 [grid-area:pick] xl:w-11",
      cell: (row) => <Pick row={row} />,
    },
    {
      key: "order",
      label: "Order and client",
      cellClass: ({ test }) =>
        cx(
          "[grid-area:title] xl:w-[34%] xl:max-w-0",
          test && "xl:grid xl:grid-cols-[minmax(0,max-content)_auto] xl:gap-x-2",
        ),
      sorts: ["newest", "oldest"],
      cell: (row, { ask }) => <Title row={row} ask={ask} />,
    },
    {
      key: "service",
      label: "Service",
      className: "max-[1440px]:hidden",
      cellClass: "soft max-w-44 truncate",
      cell: (row) => <span title={workLabel(row)}>{workLabel(row)}</span>,
    },
    { ...due, sorts: ["due", "due-last"], rises: true, shown: isOpen },
    { ...due, shown: (view) => !isOpen(view) },
    {
      key: "writer",
      label: "Writer",
      cellClass: "nowrap [grid-area:writer] max-xl:text-right max-xl:text-sm/5 max-md:hidden xl:truncate",
      cell: ({ writerName }) => writerName ?? <span className="muted">no writer</span>,
    },
    { key: "status", label: "State and payment", cellClass: "[grid-area:state]", cell: (row) => <State row={row} /> },
    {
      key: "price",
      label: "Price",
      right: true,
      cellClass: "strong [grid-area:price] max-[360px]:text-left",
      sorts: ["price", "price-low"],
      cell: (row) => <Price row={row} />,
    },
  ],
};

const instant = (at: Date | null): string => at?.toISOString() ?? "";

/** The columns of the file, for a spreadsheet. */
export const orderFile = (): readonly FileColumn<AdminOrderRow>[] => [
  ["Number", ({ number }) => number],
  ["Title", ({ title }) => title],
  ["Client", ({ clientName }) => clientName],
  ["E-mail", ({ clientEmail }) => clientEmail],
  ["Work", workLabel],
  ["State", ({ shown }) => shown.text],
  ["Payment", ({ paymentStatus }) => paymentLabels[paymentStatus]],
  ["Writer", ({ writerName }) => writerName],
  ["Price", ({ priceCents }) => (priceCents === null ? null : usdString(priceCents))],
  ["Currency", ({ currency }) => currency],
  ["Made (UTC)", ({ createdAt }) => instant(createdAt)],
  ["Due (UTC)", ({ deadline }) => instant(deadline)],
  ["Writer's deadline (UTC)", ({ writerDeadline }) => instant(writerDeadline)],
  ["Test order", ({ test }) => (test ? "yes" : "no")],
  ...briefFileColumns(),
  ["Ordered as", ({ serviceName }) => serviceName],
];
