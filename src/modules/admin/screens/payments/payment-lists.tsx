import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import type { MoneyOverview } from "#src/modules/payments/index.server.ts";
import { accountLabels, ledgerLabels } from "#src/modules/payments/index.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Money } from "#src/ui/money.tsx";
import { type Shape, Status } from "#src/ui/status.tsx";
import { Pager, Table } from "#src/ui/table.tsx";

export type ListProps = { money: MoneyOverview; zone: string };

const providers: Readonly<Record<string, string>> = {
  stripe: "Stripe",
  paypal: "PayPal",
  transfer: "Bank transfer",
  sandbox: "Practice payment",
};
export const providerLabel = (key: string): string => providers[key] ?? key;

type RowProps = {
  when: string;
  order: { id: string; number: string | undefined };
  /** The cells between time, order and amount. */
  children: ReactNode;
  cents: number;
  /** Cells before the order. */
  lead?: ReactNode;
};

/** A line about an order's money: when, which order, what, how much. */
const MoneyRow = ({ when, order: { id, number }, children, cents, lead }: RowProps) => (
  <tr>
    <td className="num soft">{when}</td>
    {lead}
    <td>
      <Link to={`/admin/orders/${id}#money`}>{number ?? "Open"}</Link>
    </td>
    {children}
    <td className="r strong">
      <Money cents={cents} />
    </td>
  </tr>
);

const StateCell = ({ state: [shape, label] }: { state: readonly [Shape, string] }) => (
  <td>
    <Status shape={shape}>{label}</Status>
  </td>
);

export const paymentLists = ["ledger", "attempts", "failed", "inbox", "refunds", "disputes"] as const;
type List = (typeof paymentLists)[number];
type PagesProps = {
  list: List;
  label: string;
  of: { older: string | null; newer: string | null };
  /** The label is seen, too: two lists stand in one table. */
  said?: boolean;
};

/** On to a list's older and newer rows; the other lists stay where they are. */
export const PaymentPages = ({ list, label, of: { older, newer }, said: hasLabel = false }: PagesProps) => {
  const [params] = useSearchParams();
  if (!older && !newer) return null;
  const address = (direction: "older" | "newer", cursor: string | null): string | undefined => {
    if (cursor === null) return undefined;
    const next = new URLSearchParams(params);
    for (const name of ["older", "newer"]) next.delete(`${list}-${name}`);
    next.set(`${list}-${direction}`, cursor);
    return `/admin/payments?${next}#${list === "failed" ? "inbox" : list}`;
  };
  return (
    <div className="panel-foot px-5 pb-3">
      <Pager label={`Pages: ${label}`} older={address("older", older)} newer={address("newer", newer)}>
        {hasLabel && label}
      </Pager>
    </div>
  );
};

type PanelProps = {
  list: List;
  of: PagesProps["of"];
  title: string;
  caption?: string;
  aside: string;
  /** What stands there while there is no line. */
  none: string;
  columns: readonly string[];
  children: readonly ReactNode[];
};

const MoneyPanel = ({ list, of, title, caption = title, aside, none, columns, children }: PanelProps) => (
  <Panel id={list} title={title} aside={<span className="small muted num">{aside}</span>}>
    {children.length === 0 ? (
      <p className="panel-pad soft">{none}</p>
    ) : (
      <Table
        caption={caption}
        columns={columns.map((label) => ({ key: label, label, ...(label === "Amount" && { right: true }) }))}
        boxed
        tight
        cards
      >
        {children}
      </Table>
    )}
    <PaymentPages list={list} label={caption} of={of} />
  </Panel>
);

type Postings = MoneyOverview["ledger"]["rows"][number]["postings"];
const side = (postings: Postings, sign: 1 | -1): string =>
  postings
    .filter(({ cents }) => Math.sign(cents) === sign)
    .map(({ account }) => accountLabels[account])
    .join(", ");
const moved = (postings: Postings): number => postings.reduce((sum, { cents }) => sum + Math.max(0, cents), 0);

export const PaymentLedger = ({ money: { ledger, counts, numbers }, zone }: ListProps) => (
  <MoneyPanel
    list="ledger"
    of={ledger}
    title="Ledger"
    aside={`${ledger.rows.length} of ${counts.ledger}, every row sums to zero`}
    none="No money has moved yet."
    columns={["When", "What", "Order", "From and to", "Amount"]}
  >
    {ledger.rows.map(({ id, orderId, at, kind, postings }) => (
      <MoneyRow
        key={id}
        when={formatMoment(at, zone)}
        lead={<td>{ledgerLabels[kind]}</td>}
        order={{ id: orderId, number: numbers[orderId] }}
        cents={moved(postings)}
      >
        <td>
          {side(postings, -1)} <span aria-hidden="true">→</span>
          <span className="vh"> to </span> {side(postings, 1)}
        </td>
      </MoneyRow>
    ))}
  </MoneyPanel>
);

type AttemptState = MoneyOverview["attempts"]["rows"][number]["state"];
const attemptLabels: Readonly<Record<AttemptState, readonly [Shape, string]>> = {
  started: ["half", "At the provider"],
  reviewing: ["half", "The provider looks at it"],
  awaiting_transfer: ["clock", "Transfer expected"],
  succeeded: ["check", "Paid"],
  failed: ["alert", "Failed"],
  closed: ["dash", "Left"],
};

export const PaymentAttempts = ({ money: { attempts, counts }, zone }: ListProps) => (
  <MoneyPanel
    list="attempts"
    of={attempts}
    title="Attempts"
    caption="Attempts to pay"
    aside={`${counts.openAttempts} open`}
    none="Nobody has tried to pay yet."
    columns={["Started", "Order", "Provider", "State", "Amount"]}
  >
    {attempts.rows.map(({ id, orderId, orderNumber, provider, state, cents, startedAt }) => (
      <MoneyRow
        key={id}
        when={formatMoment(startedAt, zone)}
        order={{ id: orderId, number: orderNumber }}
        cents={cents}
      >
        <td>{providerLabel(provider)}</td>
        <StateCell state={attemptLabels[state]} />
      </MoneyRow>
    ))}
  </MoneyPanel>
);

type RefundState = MoneyOverview["refunds"]["rows"][number]["state"];
export const refundLabels: Readonly<Record<RefundState, readonly [Shape, string]>> = {
  waiting: ["half", "On its way"],
  sent: ["half", "Sent to the provider"],
  by_hand: ["clock", "By hand"],
  succeeded: ["check", "Arrived"],
  failed: ["alert", "Refused"],
  covered: ["check", "Sent back in another way"],
};

export const PaymentRefunds = ({ money: { refunds, counts, numbers }, zone }: ListProps) => (
  <MoneyPanel
    list="refunds"
    of={refunds}
    title="Refunds"
    aside={`${counts.refundsUnderWay} not arrived`}
    none="Nothing has gone back yet."
    columns={["When", "Order", "Reason", "State", "Amount"]}
  >
    {refunds.rows.map(({ id, orderId, cents, reason, state, createdAt }) => (
      <MoneyRow
        key={id}
        when={formatMoment(createdAt, zone)}
        order={{ id: orderId, number: numbers[orderId] }}
        cents={cents}
      >
        <td>{reason}</td>
        <StateCell state={refundLabels[state]} />
      </MoneyRow>
    ))}
  </MoneyPanel>
);

const disputeLabels = { open: ["alert", "Open"], won: ["check", "Won"], lost: ["back", "Lost"] } as const;

/** Payments that a bank questions; nothing is shown while there is none. */
export const PaymentDisputes = ({ money: { disputes, counts, numbers }, zone }: ListProps) =>
  disputes.rows.length === 0 ? null : (
    <MoneyPanel
      list="disputes"
      of={disputes}
      title="Disputes at banks"
      caption="Disputes"
      aside={`${counts.openDisputes} open`}
      none=""
      columns={["Since", "Order", "Provider", "Reason", "State", "Amount"]}
    >
      {disputes.rows.map(({ id, orderId, provider, reason, state, cents, openedAt }) => (
        <MoneyRow
          key={id}
          when={formatMoment(openedAt, zone)}
          order={{ id: orderId, number: numbers[orderId] }}
          cents={cents}
        >
          <td>{providerLabel(provider)}</td>
          <td>{reason}</td>
          <StateCell state={disputeLabels[state]} />
        </MoneyRow>
      ))}
    </MoneyPanel>
  );
