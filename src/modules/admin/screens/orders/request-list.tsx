import { Link } from "react-router";
import type { QueuedRequest } from "#src/modules/orders/index.server.ts";
import { formatUsd } from "#src/shared/money.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { hourMs } from "#src/shared/units.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Status } from "#src/ui/status.tsx";

type Row = Omit<QueuedRequest, "instructions">;
type Clock = { now: Date; zone: string };

/** Since when a price is waited for, and whether that is too long. */
const waitOf = (row: Row, { now }: Clock, alarmHours: number): { text: string; late: boolean } | null => {
  if (row.status !== "pending" || row.quoteEnded || !row.waitingSince) return null;
  const ms = now.getTime() - row.waitingSince.getTime();
  return { text: `Waits ${shortTime(ms)}`, late: ms >= alarmHours * hourMs };
};

const State = ({ row, clock, alarmHours }: { row: Row; clock: Clock; alarmHours: number }) => {
  const wait = waitOf(row, clock, alarmHours);
  if (wait?.late) return <Status shape="alert">{`${wait.text}, too long`}</Status>;
  if (wait) return <Status shape="dashed">{`Needs a quote. ${wait.text}`}</Status>;
  if (row.quoteEnded)
    return (
      <Status shape="ring" tone="off">
        Quote ended, the client may ask again
      </Status>
    );
  return (
    <Status shape={row.shown.shape} tone={row.shown.tone}>
      {`${row.shown.text}${row.priceCents === null ? "" : `, ${formatUsd(row.priceCents)}`}`}
    </Status>
  );
};

const Request = ({ row, current, ...rest }: { row: Row; current: boolean; clock: Clock; alarmHours: number }) => (
  <li>
    <Link to={`/admin/custom-orders?order=${row.id}`} aria-current={current ? "true" : undefined} preventScrollReset>
      <b className="strong wrap-anywhere">{row.title}</b>
      <span className="small muted num wrap-anywhere">{`${row.number}, ${row.clientName}`}</span>
      <span className="small soft num">
        {row.deadline
          ? `Wanted by ${formatMoment(row.deadline, rest.clock.zone, rest.clock.now)}`
          : "No wished deadline"}
      </span>
      <State row={row} {...rest} />
    </Link>
  </li>
);

type Props = { requests: readonly Row[]; chosen: string | undefined; clock: Clock; alarmHours: number };

/** Requests, the ones without a price first and the longest waiting on top. */
export const RequestList = ({ requests, chosen, ...rest }: Props) => (
  <section className="panel" id="list" tabIndex={-1} aria-labelledby="requests">
    <div className="panel-head">
      <h2 className="t3" id="requests">
        Requests
      </h2>
    </div>
    {requests.length === 0 ? (
      <p className="soft panel-pad">No request waits.</p>
    ) : (
      <ul className="requests">
        {requests.map((row) => (
          <Request key={row.id} row={row} current={row.id === chosen} {...rest} />
        ))}
      </ul>
    )}
  </section>
);
