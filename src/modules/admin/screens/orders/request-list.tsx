import { Link } from "react-router";
import type { QueuedRequest } from "#src/modules/orders/index.server.ts";
import { formatUsd } from "#src/shared/money.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { hourMs } from "#src/shared/units.ts";
import { formatDay } from "#src/shared/zone.ts";
import { Empty } from "#src/ui/empty.tsx";
import type { Listed, ListOf } from "#src/ui/list/list.ts";
import { Status } from "#src/ui/status.tsx";
import { Money } from "#src/ui/table.tsx";
import { type RequestsAsk, requestGroupLabels, requestsAddress } from "../../domain/admin-address.ts";
import { OpenedRequest } from "./custom-request.tsx";

/** `guideCents`: what its quote could begin with. */
export type RequestRow = Omit<QueuedRequest, "instructions"> & { guideCents: number | null };
type RequestsView = Listed<RequestRow> & {
  ask: RequestsAsk;
  counts: Readonly<Record<string, string>>;
  alarmHours: number;
  zone: string;
  opened: string | undefined;
};

/** Whether the client waits for a price. */
export const needsQuote = ({ status, quoteEnded }: Pick<QueuedRequest, "status" | "quoteEnded">): boolean =>
  status === "pending" && !quoteEnded;

const State = ({ row, view: { now, alarmHours } }: { row: RequestRow; view: RequestsView }) => {
  if (row.quoteEnded)
    return (
      <>
        <Status shape="ring" tone="off">
          Quote ended
        </Status>
        <span className="meta">the client may ask again</span>
      </>
    );
  if (!needsQuote(row) || !row.waitingSince)
    return (
      <Status shape={row.shown.shape} tone={row.shown.tone}>
        {row.shown.text}
      </Status>
    );
  const ms = now.getTime() - row.waitingSince.getTime();
  const late = ms >= alarmHours * hourMs;
  return (
    <>
      <span className={late ? "font-semibold text-error" : "font-semibold"}>{`waits ${shortTime(ms)}`}</span>
      <span className="meta">{late ? `too long, target ${alarmHours} h` : "needs a quote"}</span>
    </>
  );
};

/** The price that was offered, or the one that a quote could begin with. */
const Price = ({ row, view: { ask, opened } }: { row: RequestRow; view: RequestsView }) => {
  if (!needsQuote(row)) return row.priceCents === null ? "none" : <Money cents={row.priceCents} />;
  if (row.id === opened) return <span className="soft">open below</span>;
  if (row.guideCents === null) return <span className="soft">no order like it yet</span>;
  return (
    <Link
      className="btn btn-outline btn-sm num px-3"
      to={requestsAddress.to(ask, { order: row.id, use: "1" })}
      data-key="u"
      preventScrollReset
    >
      {`Use ${formatUsd(row.guideCents)}`}
      <span className="vh">{` for ${row.number}`}</span>
    </Link>
  );
};

const NothingFound = ({ ask }: { ask: RequestsAsk }) =>
  ask.search ? (
    <Empty title={`No request matches "${ask.search}"`}>Check the spelling, or look in another tab.</Empty>
  ) : (
    <Empty title="No request waits" art={ask.group === "all"}>
      When a client asks for a quote, you see it here. You write a price, the scope and a deadline.
    </Empty>
  );

/** Requests for a price and quotes, those without a price first and the longest waiting on top. */
export const requestList: ListOf<RequestRow, RequestsView> = {
  address: requestsAddress,
  caption: "Custom orders",
  className: "otable cards ltable custom md:table-fixed",
  noun: ["request", "requests"],
  tabs: {
    label: "Groups of requests",
    labels: requestGroupLabels,
    counts: ({ counts }) => counts,
    resets: { order: "", use: "" },
  },
  search: { label: "Search requests", placeholder: "Title, name or number" },
  empty: ({ ask }) => <NothingFound ask={ask} />,
  keys: (
    <>
      <b className="kbd">J</b> <b className="kbd">K</b> move <b className="kbd">Enter</b> opens <b className="kbd">U</b>{" "}
      uses the guide price
    </>
  ),
  columns: [
    {
      key: "request",
      label: "Request and client",
      cellClass: "max-md:col-span-full",
      cell: (row, { ask, opened }) => (
        <>
          <Link
            className="title"
            to={requestsAddress.to(ask, { order: row.id, use: "" })}
            aria-current={row.id === opened ? "true" : undefined}
            title={row.title}
            preventScrollReset
          >
            {row.title}
          </Link>
          <span className="meta num">
            {[row.number, row.clientName, row.pages && `${row.pages} ${row.pages === 1 ? "page" : "pages"}`]
              .filter(Boolean)
              .join(", ")}
          </span>
        </>
      ),
    },
    {
      key: "by",
      label: "Wants it by",
      card: "Wants it by",
      className: "md:w-34 xl:w-42",
      cellClass: "num",
      cell: ({ deadline }, { zone, now }) =>
        deadline ? formatDay(deadline, zone, now) : <span className="muted">no wish</span>,
    },
    {
      key: "state",
      label: "State",
      className: "md:w-36 xl:w-48",
      card: "State",
      cell: (row, view) => <State row={row} view={view} />,
    },
    {
      key: "price",
      label: "Guide price or quote",
      right: true,
      className: "md:w-38 xl:w-44 max-md:col-span-full",
      cell: (row, view) => <Price row={row} view={view} />,
    },
  ],
  opened: ({ id }, { opened }) => (id === opened ? <OpenedRequest /> : null),
};
