import { Link, useSearchParams } from "react-router";
import type { Differences, MoneyReports } from "#src/modules/payments/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Download } from "#src/ui/icons.tsx";
import { Input, Select } from "#src/ui/inputs.tsx";
import type { Listed, ListOf } from "#src/ui/list/list.ts";
import { Status } from "#src/ui/status.tsx";
import { Money, Pager, Table } from "#src/ui/table.tsx";
import { type MoneyAddressAsk, moneyAddress } from "../../domain/money-address.ts";
import { moneyPageParts } from "./money-lists.tsx";
import { PaymentDifferences } from "./payment-differences.tsx";
import { providerLabel } from "./payment-labels.ts";

export const reportLists = ["inbox", "disputes"] as const;
type PagesProps = {
  list: (typeof reportLists)[number];
  label: string;
  of: { older: string | null; newer: string | null };
};

/** On to a list's older and newer rows; the other lists stay where they are. */
const ReportPages = ({ list, label, of: { older, newer } }: PagesProps) => {
  const [params] = useSearchParams();
  if (!older && !newer) return null;
  const address = (direction: "older" | "newer", cursor: string | null): string | undefined => {
    if (cursor === null) return undefined;
    const next = new URLSearchParams(params);
    for (const name of ["older", "newer"]) next.delete(`${list}-${name}`);
    next.set(`${list}-${direction}`, cursor);
    return `${moneyAddress.path}?${next}#${list}`;
  };
  return (
    <div className="panel-foot px-5 pb-3">
      <Pager label={`Pages: ${label}`} older={address("older", older)} newer={address("newer", newer)} />
    </div>
  );
};

const states = { open: ["alert", "Open"], won: ["check", "Won"], lost: ["back", "Lost"] } as const;

const disputeColumns = [
  { key: "at", label: "Since" },
  { key: "order", label: "Order" },
  { key: "why", label: "Provider and reason" },
  { key: "state", label: "State" },
  { key: "cents", label: "Amount", right: true },
];

/** Payments that a bank questions; nothing is shown while there is none. */
const PaymentDisputes = ({ reports, zone }: { reports: MoneyReports; zone: string }) => {
  const { disputes, openDisputes, numbers } = reports;
  if (disputes.rows.length === 0) return null;
  return (
    <Panel
      id="disputes"
      title="Disputes at banks"
      aside={<span className="small muted num">{`${openDisputes} open`}</span>}
    >
      <Table caption="Disputes, the newest first" columns={disputeColumns} boxed tight cards>
        {disputes.rows.map(({ id, orderId, provider, reason, state, cents, openedAt }) => (
          <tr key={id}>
            <td className="num soft">{formatMoment(openedAt, zone)}</td>
            <td>
              <Link to={`/admin/orders/${orderId}#money`}>{numbers.get(orderId) ?? "Open"}</Link>
            </td>
            <td>{`${providerLabel(provider)}: ${reason}`}</td>
            <td>
              <Status shape={states[state][0]}>{states[state][1]}</Status>
            </td>
            <td className="r strong">
              <Money cents={cents} />
            </td>
          </tr>
        ))}
      </Table>
      <ReportPages list="disputes" label="Disputes" of={disputes} />
    </Panel>
  );
};

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
const PaymentEvents = ({ inbox, zone }: { inbox: Inbox; zone: string }) => (
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

type Reported = { id: string };
type ReportsView = Listed<Reported> & {
  ask: MoneyAddressAsk;
  todo: number | string;
  zone: string;
  found: Differences | null;
  reports: MoneyReports;
};

/** Files for the bookkeeping; empty days leave that end of the period open. */
const BookkeepingFiles = () => (
  <Panel title="Files for the bookkeeping" pad>
    <form method="get" action="/admin/payments/export.csv" className="row items-end [--gap:12px]">
      <Field name="what" label="File">
        <Select defaultValue="register">
          <option value="register">Receipts and credit notes</option>
          <option value="payouts">Payouts</option>
          <option value="ledger">Ledger, a row for each entry</option>
        </Select>
      </Field>
      <Field name="from" label="From">
        <Input type="date" />
      </Field>
      <Field name="to" label="To">
        <Input type="date" />
      </Field>
      <Button variant="outline" icon={Download}>
        Download
      </Button>
    </form>
  </Panel>
);

const Reports = ({ found, reports, zone }: ReportsView) => (
  <div className="grid gap-6 pt-5">
    <PaymentDifferences found={found} zone={zone} />
    <BookkeepingFiles />
    <PaymentDisputes reports={reports} zone={zone} />
    <PaymentEvents inbox={reports.inbox} zone={zone} />
  </div>
);

/** What is read, not acted on: the nightly check, files, disputes at banks, messages of providers. */
export const reportsTab: ListOf<Reported, ReportsView> = {
  ...moneyPageParts,
  empty: (view) => <Reports {...view} />,
  body: (view) => <Reports {...view} />,
};
