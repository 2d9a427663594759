import type { MoneyOverview } from "#src/modules/payments/index.server.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Status } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import { type ListProps, PaymentPages, providerLabel } from "./payment-lists.tsx";

type Event = MoneyOverview["inbox"]["rows"][number];

const columns = [
  { key: "at", label: "Received" },
  { key: "type", label: "Message" },
  { key: "state", label: "State" },
  { key: "do", label: "Try again", quiet: true },
];

const State = ({ event: { processedAt, error, attempts, nextTryAt }, zone }: { event: Event; zone: string }) => {
  if (processedAt) return <Status shape="check">Handled</Status>;
  if (!error) return <Status shape="half">In progress</Status>;
  return (
    <>
      <Status shape="alert">{attempts === 1 ? "Failed, 1 try" : `Failed, ${attempts} tries`}</Status>
      <span className="small muted block">
        {nextTryAt ? `Next try ${formatMoment(nextTryAt, zone)}` : "Not tried again automatically"}
      </span>
      <span className="small block wrap-anywhere">{error}</span>
    </>
  );
};

/** Events of providers as received; one that could not be handled is listed first and can be retried at once. */
export const PaymentEvents = ({ money: { failed, inbox, counts }, zone }: ListProps) => {
  const events = [...failed.rows, ...inbox.rows];
  return (
    <Panel
      id="inbox"
      title="Webhook inbox"
      aside={<span className="small muted num">{`${counts.failedEvents} failed`}</span>}
    >
      {events.length === 0 ? (
        <p className="panel-pad soft">No provider has sent a message yet.</p>
      ) : (
        <Table caption="Messages of providers" columns={columns} boxed tight cards>
          {events.map((event) => (
            <tr key={event.id}>
              <td className="num soft">{formatMoment(event.receivedAt, zone)}</td>
              <td>
                {event.type || "Message"}
                <span className="small muted block">{providerLabel(event.provider)}</span>
              </td>
              <td>
                <State event={event} zone={zone} />
              </td>
              <td className="r">
                {!event.processedAt && event.error && (
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="event" value={event.id} />
                    <Button variant="outline" small>
                      Try now
                    </Button>
                  </Form>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <PaymentPages list="failed" label="Messages that failed" of={failed} said />
      <PaymentPages list="inbox" label="Messages that did not fail" of={inbox} said={counts.failedEvents > 0} />
    </Panel>
  );
};
