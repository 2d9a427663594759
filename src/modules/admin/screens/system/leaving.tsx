import { Link } from "react-router";
import type { WaitingMail } from "#src/modules/notifications/index.server.ts";
import { countLabel } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Status } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";

type Waiting<Row> = { all: number; rows: readonly Row[] };
type Delivery = { id: string; type: string; host: string; since: Date };
type Refund = { id: string; orderId: string; number: string; cents: number; since: Date };

type Props = {
  held: Date | null;
  mails: Waiting<WaitingMail> & { mayDrop: boolean };
  deliveries: Waiting<Delivery>;
  refunds: Waiting<Refund>;
  demo: boolean;
  zone: string;
};

const mostCounted = 1_000;

const columns = [
  { key: "what", label: "What" },
  { key: "to", label: "To" },
  { key: "since", label: "Waits since" },
  { key: "do", label: "Steps", quiet: true },
];

const Discard = ({ mail: { id, about } }: { mail: WaitingMail }) => (
  <Form method="post" preventScrollReset>
    <input type="hidden" name="id" value={id} />
    <Button small variant="outline" name="step" value="discard" aria-label={`Discard: ${about}`}>
      Discard
    </Button>
  </Form>
);

const Rows = ({ mails, deliveries, refunds, held, zone }: Omit<Props, "demo">) => (
  <Table caption="What waits to be sent" columns={columns} boxed tight cards>
    {refunds.rows.map(({ id, orderId, number, cents, since }) => (
      <tr key={id} data-row="">
        <td>{`Refund of ${formatUsd(cents)}`}</td>
        <td>
          <Link to={`/admin/orders/${orderId}`}>{`Order ${number}`}</Link>
        </td>
        <td className="num">{formatMoment(since, zone)}</td>
        <td />
      </tr>
    ))}
    {deliveries.rows.map(({ id, type, host, since }) => (
      <tr key={id} data-row="">
        <td>
          Webhook <span translate="no">{type}</span>
        </td>
        <td className="wrap-anywhere" translate="no">
          {host}
        </td>
        <td className="num">{formatMoment(since, zone)}</td>
        <td />
      </tr>
    ))}
    {mails.rows.map((mail) => (
      <tr key={mail.id} data-row="">
        <td className="wrap-anywhere">{`E-mail: ${mail.about}`}</td>
        <td className="wrap-anywhere" translate="no">
          {mail.to ?? "A person"}
        </td>
        <td className="num">{formatMoment(mail.since, zone)}</td>
        <td>{held && mails.mayDrop && <Discard mail={mail} />}</td>
      </tr>
    ))}
  </Table>
);

const Release = ({ held, demo, zone }: { held: Date; demo: boolean; zone: string }) => (
  <div className="panel-pad">
    <p className="soft mb-4">
      {`This shop was restored or copied. Since ${formatMoment(held, zone)} `}
      {demo
        ? "webhooks wait, so that nothing is sent twice. E-mails stay in the mailbox, and payments are practice."
        : "e-mails, webhooks, refunds and payouts wait, so that nothing is sent twice. E-mails to sign in are sent. Discard what was already sent before the restore, then release the rest."}
    </p>
    <Form method="post">
      <Button name="step" value="release">
        Release everything
      </Button>
    </Form>
  </div>
);

/** Counts of what waits and the first 50 of each; while it is held, with the step that lets it leave. */
export const LeavingPanel = ({ held, demo, ...waiting }: Props) => {
  const { mails, deliveries, refunds, zone } = waiting;
  const all = [mails, deliveries, refunds].reduce((sum, one) => sum + one.all, 0);
  const counts = [
    { label: "E-mails", all: mails.all },
    { label: "Webhooks", all: deliveries.all },
    { label: "Refunds", all: refunds.all },
  ].map((one) => `${one.label}: ${countLabel(one.all, mostCounted)}`);
  return (
    <Panel
      title="What the shop sends"
      aside={
        held ? (
          <Status shape="pause" tone="warn">
            Held
          </Status>
        ) : (
          <Status shape="check" tone="ok">
            Sent as usual
          </Status>
        )
      }
    >
      {held && <Release {...{ held, demo, zone }} />}
      {all === 0 ? (
        <p className="soft panel-pad">Nothing waits. After a restore, you see here first what would be sent.</p>
      ) : (
        <>
          <p className="small muted num px-5 pb-3">{counts.join(", ")}</p>
          <Rows {...waiting} held={held} />
        </>
      )}
    </Panel>
  );
};
