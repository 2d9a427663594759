import type { MoneyReports } from "#src/modules/payments/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Status } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import { ReportPages } from "./payment-disputes.tsx";
import { providerLabel } from "./payment-labels.ts";

type Inbox = MoneyReports["inbox"];

const columns = [
  { key: "at", label: "Received" },
  { key: "type", label: "Message" },
  { key: "state", label: "State" },
];

type StateProps = { event: Inbox["rows"][number]; zone: string };

const State = ({ event: { processedAt, error, attempts, nextTryAt }, zone }: StateProps) => {
  if (processedAt) return <Status shape="check">Handled</Status>;
  if (!error) return <Status shape="half">In progress</Status>;
  return (
    <>
      <Status shape="alert">{`Failed, ${counted(attempts, "try", "tries")}`}</Status>
      <span className="small muted block">
        {nextTryAt ? `Next try ${formatMoment(nextTryAt, zone)}` : "Not tried again automatically"}
      </span>
      <span className="small block wrap-anywhere">{error}</span>
    </>
  );
};

/** Messages of providers as received; those that failed stand under To do, too, where they can be tried again. */
export const PaymentEvents = ({ inbox, zone }: { inbox: Inbox; zone: string }) => (
  <Panel id="inbox" title="Messages of providers">
    {inbox.rows.length === 0 ? (
      <p className="panel-pad soft">No provider has sent a message yet.</p>
    ) : (
      <Table caption="Messages of providers, the newest first" columns={columns} boxed tight cards>
        {inbox.rows.map((event) => (
          <tr key={event.id}>
            <td className="num soft">{formatMoment(event.receivedAt, zone)}</td>
            <td>
              {event.type || "Message"}
              <span className="small muted block">{providerLabel(event.provider)}</span>
            </td>
            <td>
              <State event={event} zone={zone} />
            </td>
          </tr>
        ))}
      </Table>
    )}
    <ReportPages list="inbox" label="Messages" of={inbox} />
  </Panel>
);
