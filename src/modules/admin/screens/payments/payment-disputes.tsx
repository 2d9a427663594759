import { Link, useSearchParams } from "react-router";
import type { MoneyReports } from "#src/modules/payments/index.server.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Status } from "#src/ui/status.tsx";
import { Money, Pager, Table } from "#src/ui/table.tsx";
import { moneyAddress } from "../../domain/money-address.ts";
import { providerLabel } from "./payment-labels.ts";

export const reportLists = ["inbox", "disputes"] as const;
type PagesProps = {
  list: (typeof reportLists)[number];
  label: string;
  of: { older: string | null; newer: string | null };
};

/** On to a list's older and newer rows; the other lists stay where they are. */
export const ReportPages = ({ list, label, of: { older, newer } }: PagesProps) => {
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

const columns = [
  { key: "at", label: "Since" },
  { key: "order", label: "Order" },
  { key: "why", label: "Provider and reason" },
  { key: "state", label: "State" },
  { key: "cents", label: "Amount", right: true },
];

/** Payments that a bank questions; nothing is shown while there is none. */
export const PaymentDisputes = ({ reports, zone }: { reports: MoneyReports; zone: string }) => {
  const { disputes, openDisputes, numbers } = reports;
  if (disputes.rows.length === 0) return null;
  return (
    <Panel
      id="disputes"
      title="Disputes at banks"
      aside={<span className="small muted num">{`${openDisputes} open`}</span>}
    >
      <Table caption="Disputes, the newest first" columns={columns} boxed tight cards>
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
