import { Link } from "react-router";
import type { PayableWriter, PayoutsOverview } from "#src/modules/payments/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Status, TagMark } from "#src/ui/status.tsx";
import { Pager, Table } from "#src/ui/table.tsx";

type Rows = { rows: readonly PayableWriter[] };

const Writer = ({ one }: { one: PayableWriter }) => (
  <>
    <Link className="title wrap-anywhere" to={`/admin/writers/${one.writerId}`}>
      {one.name}
    </Link>
    {one.demo && " "}
    {one.demo && <TagMark>demo</TagMark>}
  </>
);

const whyOf = ({ obstacle, method, frozenCents }: PayableWriter, zone: string): string => {
  switch (obstacle) {
    case "no-method":
      return "gave no account yet";
    case "method-new":
      return method?.pausedUntil ? `changed the account, waits until ${formatMoment(method.pausedUntil, zone)}` : "";
    case "blocked":
      return "the account here is blocked";
    case "owes":
      return "money went back after a payout: set off against what is earned next";
    case "frozen":
      return `${formatUsd(frozenCents)} waits for a dispute or a contested payment`;
    default:
      return "";
  }
};

/** Who has money that does not go out, and why. */
export const WaitingTable = ({ rows, all, zone }: Rows & { all: number; zone: string }) => (
  <>
    <Table
      caption="Waits, and why"
      columns={[
        { key: "writer", label: "Writer" },
        { key: "why", label: "Why" },
        { key: "sum", label: "Amount", right: true },
      ]}
      boxed
      tight
      cards
    >
      {rows.map((one) => (
        <tr key={one.writerId}>
          <td>
            <Writer one={one} />
          </td>
          <td>{whyOf(one, zone)}</td>
          <td className="r num strong" translate="no">
            {formatUsd(one.cents === 0 ? one.frozenCents : one.cents)}
          </td>
        </tr>
      ))}
    </Table>
    {all > rows.length && (
      <p className="small muted px-5 py-3">{`The largest ${rows.length} of ${counted(all, "writer")}`}</p>
    )}
  </>
);

const RunState = ({ run }: { run: PayoutsOverview["runs"][number] }) => {
  if (run.sending > 0) return <Status shape="clock">{`${run.paid} of ${run.payouts} sent`}</Status>;
  return (
    <Status shape="check" tone="ok">
      {run.failed > 0 ? `${run.paid} sent, ${run.failed} came back` : "all sent"}
    </Status>
  );
};

type RunsProps = Pick<PayoutsOverview, "runs"> & { zone: string; older: string | null };

export const RunsTable = ({ runs, zone, older }: RunsProps) =>
  runs.length === 0 ? (
    <p className="soft px-5 pb-5">No payout was made yet.</p>
  ) : (
    <>
      <Table
        caption="Payouts, the newest first"
        columns={[
          { key: "when", label: "When" },
          { key: "who", label: "Started by" },
          { key: "state", label: "State" },
          { key: "sum", label: "Amount", right: true },
        ]}
        boxed
        tight
        hover
        cards
      >
        {runs.map((run) => (
          <tr key={run.id}>
            <td>
              <Link className="title" to={`/admin/payments/payouts/${run.id}`}>
                {formatMoment(run.createdAt, zone)}
              </Link>
              {run.demo && " "}
              {run.demo && <TagMark>demo</TagMark>}
            </td>
            <td className="wrap-anywhere">{run.startedByName}</td>
            <td>
              <RunState run={run} />
            </td>
            <td className="r num strong" translate="no">
              {formatUsd(run.cents)}
            </td>
          </tr>
        ))}
      </Table>
      {older && <Pager older={`?older=${older}`}>{`${runs.length} payouts on this page`}</Pager>}
    </>
  );
