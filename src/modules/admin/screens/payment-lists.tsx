import { Link } from "react-router";
import type { MoneyOverview } from "#src/modules/payments/index.server.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Money } from "#src/ui/money.tsx";
import { type Shape, Status } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import { accountLabels, ledgerLabels } from "./step-labels.ts";

export type ListProps = { money: MoneyOverview; zone: string };

const Aside = ({ children }: { children: string }) => <span className="small muted num">{children}</span>;
const Nothing = ({ children }: { children: string }) => <p className="panel-pad soft">{children}</p>;

const ToOrder = ({ id, number }: { id: string; number: string | undefined }) => (
  <Link to={`/admin/orders/${id}#money`}>{number ?? "Open"}</Link>
);

const columns = (...names: readonly string[]) =>
  names.map((label) => ({ key: label, label, ...(label === "Amount" && { right: true }) }));

type Postings = MoneyOverview["ledger"][number]["postings"];
const side = (postings: Postings, sign: 1 | -1): string =>
  postings
    .filter(({ cents }) => Math.sign(cents) === sign)
    .map(({ account }) => accountLabels[account])
    .join(", ");
const moved = (postings: Postings): number => postings.reduce((sum, { cents }) => sum + Math.max(0, cents), 0);

export const PaymentLedger = ({ money: { ledger, counts, numbers }, zone }: ListProps) => (
  <Panel title="Ledger" aside={<Aside>{`${ledger.length} of ${counts.ledger}, every row sums to zero`}</Aside>}>
    {ledger.length === 0 ? (
      <Nothing>No money has moved yet.</Nothing>
    ) : (
      <Table caption="Ledger" columns={columns("When", "What", "Order", "From and to", "Amount")} boxed tight cards>
        {ledger.map(({ id, orderId, at, kind, postings }) => (
          <tr key={id}>
            <td className="num soft">{formatMoment(at, zone)}</td>
            <td>{ledgerLabels[kind]}</td>
            <td>
              <ToOrder id={orderId} number={numbers[orderId]} />
            </td>
            <td>
              {side(postings, -1)} <span aria-hidden="true">→</span>
              <span className="vh"> to </span> {side(postings, 1)}
            </td>
            <td className="r strong">
              <Money cents={moved(postings)} />
            </td>
          </tr>
        ))}
      </Table>
    )}
  </Panel>
);

type AttemptState = MoneyOverview["attempts"][number]["state"];
const attemptLabels: Readonly<Record<AttemptState, readonly [Shape, string]>> = {
  started: ["half", "At the provider"],
  reviewing: ["half", "The provider looks at it"],
  awaiting_transfer: ["clock", "Transfer expected"],
  succeeded: ["check", "Paid"],
  failed: ["alert", "Failed"],
  closed: ["dash", "Left"],
};
const providers: Readonly<Record<string, string>> = {
  stripe: "Stripe",
  paypal: "PayPal",
  transfer: "Bank transfer",
  sandbox: "Practice payment",
};
export const providerLabel = (key: string): string => providers[key] ?? key;

export const PaymentAttempts = ({ money: { attempts, counts }, zone }: ListProps) => (
  <Panel title="Attempts" aside={<Aside>{`${counts.openAttempts} open`}</Aside>}>
    {attempts.length === 0 ? (
      <Nothing>Nobody has tried to pay yet.</Nothing>
    ) : (
      <Table
        caption="Attempts to pay"
        columns={columns("Started", "Order", "Provider", "State", "Amount")}
        boxed
        tight
        cards
      >
        {attempts.map(({ id, orderId, orderNumber, provider, state, cents, startedAt }) => (
          <tr key={id}>
            <td className="num soft">{formatMoment(startedAt, zone)}</td>
            <td>
              <ToOrder id={orderId} number={orderNumber} />
            </td>
            <td>{providerLabel(provider)}</td>
            <td>
              <Status shape={attemptLabels[state][0]}>{attemptLabels[state][1]}</Status>
            </td>
            <td className="r strong">
              <Money cents={cents} />
            </td>
          </tr>
        ))}
      </Table>
    )}
  </Panel>
);

type RefundState = MoneyOverview["refunds"][number]["state"];
const refundLabels: Readonly<Record<RefundState, readonly [Shape, string]>> = {
  waiting: ["half", "On its way"],
  sent: ["half", "Sent to the provider"],
  by_hand: ["clock", "By hand"],
  succeeded: ["check", "Arrived"],
  failed: ["alert", "Refused"],
};

export const PaymentRefunds = ({ money: { refunds, counts, numbers }, zone }: ListProps) => (
  <Panel title="Refunds" aside={<Aside>{`${counts.refundsUnderWay} not arrived`}</Aside>}>
    {refunds.length === 0 ? (
      <Nothing>Nothing has gone back yet.</Nothing>
    ) : (
      <Table caption="Refunds" columns={columns("When", "Order", "Reason", "State", "Amount")} boxed tight cards>
        {refunds.map(({ id, orderId, cents, reason, state, createdAt }) => (
          <tr key={id}>
            <td className="num soft">{formatMoment(createdAt, zone)}</td>
            <td>
              <ToOrder id={orderId} number={numbers[orderId]} />
            </td>
            <td>{reason}</td>
            <td>
              <Status shape={refundLabels[state][0]}>{refundLabels[state][1]}</Status>
            </td>
            <td className="r strong">
              <Money cents={cents} />
            </td>
          </tr>
        ))}
      </Table>
    )}
  </Panel>
);

const disputeLabels = { open: ["alert", "Open"], won: ["check", "Won"], lost: ["back", "Lost"] } as const;

/** Payments that a bank questions; nothing is shown while there is none. */
export const PaymentDisputes = ({ money: { disputes, counts, numbers }, zone }: ListProps) =>
  disputes.length === 0 ? null : (
    <Panel title="Disputes at banks" aside={<Aside>{`${counts.openDisputes} open`}</Aside>}>
      <Table
        caption="Disputes"
        columns={columns("Since", "Order", "Provider", "Reason", "State", "Amount")}
        boxed
        tight
        cards
      >
        {disputes.map(({ id, orderId, provider, reason, state, cents, openedAt }) => (
          <tr key={id}>
            <td className="num soft">{formatMoment(openedAt, zone)}</td>
            <td>
              <ToOrder id={orderId} number={numbers[orderId]} />
            </td>
            <td>{providerLabel(provider)}</td>
            <td>{reason}</td>
            <td>
              <Status shape={disputeLabels[state][0]}>{disputeLabels[state][1]}</Status>
            </td>
            <td className="r strong">
              <Money cents={cents} />
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
