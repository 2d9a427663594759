import { Link } from "react-router";
import { waitLabel } from "#src/modules/chat/index.ts";
import { counted } from "#src/shared/counted.ts";
import { formatDay, formatMoment } from "#src/shared/zone.ts";
import { Panel, PanelLink } from "#src/ui/admin-shell.tsx";
import { Status } from "#src/ui/status.tsx";
import { Money, Table } from "#src/ui/table.tsx";
import { refundLabels } from "../payments/payment-labels.ts";
import type { Customer, PersonChat } from "./person.server.ts";

type Clock = { now: Date; zone: string };
type Props = { personId: string; customer: Customer; clock: Clock };

/** Spent, refunded, open, revisions, and since when Support has not answered. */
export const CustomerFigures = ({
  customer: { figures, open, trouble, money },
  chat,
  me,
  now,
}: {
  customer: Customer;
  chat: PersonChat | null;
  me: string;
  now: Date;
}) => {
  const { placed, spentCents, refundedCents } = figures;
  const wait = chat?.wait ? waitLabel(chat.wait.since, now, chat.wait.targetMs) : null;
  const holder = chat?.holder === me ? "you have it" : chat?.holder ? "a colleague has it" : "nobody has it";
  return (
    <dl className="figs f5">
      <div>
        <dt>Spent</dt>
        <dd>
          <Money cents={spentCents} />
        </dd>
        <dd className="d">
          {counted(placed, "order")}
          {placed > 1 && (
            <>
              {", "}
              <Money cents={Math.round(spentCents / placed)} /> each
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Refunded</dt>
        <dd>
          <Money cents={refundedCents} />
        </dd>
        <dd className="d">
          {money && counted(money.count, "refund")}
          {refundedCents > 0 && spentCents > 0 && `, ${((refundedCents * 100) / spentCents).toFixed(1)}%`}
        </dd>
      </div>
      <div>
        <dt>Open now</dt>
        <dd>{open?.open ?? 0}</dd>
        <dd className="d">
          {money && (
            <>
              <Money cents={money.heldCents} /> held
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Revisions asked</dt>
        <dd>{trouble ? `${trouble.revised} of ${trouble.delivered}` : "0"}</dd>
        <dd className="d">{counted(trouble?.disputed ?? 0, "dispute")}</dd>
      </div>
      {chat && (
        <div>
          <dt>Chat waits</dt>
          <dd>{wait ? wait.short : "no"}</dd>
          <dd className="d">{wait ? holder : "everything is answered"}</dd>
        </div>
      )}
    </dl>
  );
};

const columns = [
  { key: "order", label: "Order" },
  { key: "due", label: "Due or delivered", className: "md:w-48" },
  { key: "state", label: "State", className: "md:w-42" },
  { key: "price", label: "Price", right: true, className: "md:w-28" },
];

const dueLabel = ({ deadline, handedOverAt }: Customer["orders"][number], { now, zone }: Clock): string => {
  if (handedOverAt) return `delivered ${formatDay(handedOverAt, zone, now)}`;
  return deadline ? formatMoment(deadline, zone, now) : "no deadline";
};

/** The newest ten orders, all of them or the open ones. */
export const CustomerOrders = ({ personId, customer, clock }: Props) => {
  const { orders, openOnly, figures, open } = customer;
  const here = `/admin/people/${personId}`;
  const all = openOnly ? (open?.open ?? 0) : figures.placed;
  return (
    <Panel
      title="Orders"
      aside={
        figures.placed > 0 && (
          <nav className="views -my-2.5" aria-label="Which orders">
            <Link to={`${here}?orders=open`} aria-current={openOnly ? "page" : undefined} preventScrollReset>
              Open <small className="num ml-1.5">{open?.open ?? 0}</small>
            </Link>
            <Link to={here} aria-current={openOnly ? undefined : "page"} preventScrollReset>
              All <small className="num ml-1.5">{figures.placed}</small>
            </Link>
          </nav>
        )
      }
    >
      {orders.length === 0 ? (
        <p className="soft px-5 pb-5">{openOnly ? "No order is open." : "No orders yet."}</p>
      ) : (
        <Table
          caption="Orders, the newest first"
          columns={columns}
          boxed
          tight
          hover
          cards
          className="ltable md:table-fixed [--card:minmax(0,1fr)_minmax(0,1fr)_auto]"
        >
          {orders.map((one) => (
            <tr key={one.id} data-row="">
              <td className="pe-n max-md:col-[1/3]">
                <Link className="title" to={`/admin/orders/${one.id}`} title={one.title}>
                  {one.title}
                </Link>
                <span className="meta num">{`${one.number}, ${one.writerName ?? "no writer"}`}</span>
              </td>
              <td className="num" data-label="Due or delivered">
                {dueLabel(one, clock)}
              </td>
              <td className="max-md:col-[2/-1] max-[23.75rem]:col-[1/-1]" data-label="State">
                <Status shape={one.shown.shape} tone={one.shown.tone}>
                  {one.shown.text}
                </Status>
              </td>
              <td className="r strong max-md:col-start-3 max-md:row-start-1 max-md:before:hidden" data-label="Price">
                {one.priceCents === null ? <span className="muted">none yet</span> : <Money cents={one.priceCents} />}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {orders.length > 0 && (
        <p className="panel-foot row justify-between">
          <span className="muted num">{`${orders.length} of ${all}`}</span>
          <PanelLink large to={`/admin/orders?${openOnly ? "" : "group=all&"}client=${personId}`}>
            Show in Orders
          </PanelLink>
        </p>
      )}
    </Panel>
  );
};

const entry = "grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-rule px-5 py-2";
const entryTitle = "strong wrap-anywhere text-ink";

const sayDispute = (status: string): string => (status === "disputed" ? "not decided yet" : "decided");

/** The last refunds and disputes, each with its order. */
export const CustomerRefunds = ({ customer: { money, trouble }, clock: { now, zone } }: Omit<Props, "personId">) => {
  const [refunds, disputes] = [money?.refunds ?? [], trouble?.disputes ?? []];
  const count = `${counted(money?.count ?? 0, "refund")}, ${counted(trouble?.disputed ?? 0, "dispute")}`;
  return (
    <Panel title="Refunds and disputes" aside={<span className="small muted num">{count}</span>}>
      {refunds.length + disputes.length === 0 ? (
        <p className="soft px-5 pb-5">No refunds and no disputes.</p>
      ) : (
        <ul>
          {refunds.map(({ id, orderId, title, cents, reason, state, at }) => (
            <li key={id} className={entry}>
              <div>
                <Link className={entryTitle} to={`/admin/orders/${orderId}#money`}>
                  {title}
                </Link>
                <span className="meta wrap-anywhere">{`${formatDay(at, zone, now)}, ${reason}`}</span>
              </div>
              <div className="text-right">
                <b className="num block text-[1rem]/5">
                  <Money cents={cents} />
                </b>
                <Status shape={refundLabels[state][0]}>{refundLabels[state][1]}</Status>
              </div>
            </li>
          ))}
          {disputes.map(({ id, title, status, at }) => (
            <li key={id} className={entry}>
              <div>
                <Link className={entryTitle} to={`/admin/orders/${id}`}>
                  {title}
                </Link>
                <span className="meta">{at && formatDay(at, zone, now)}</span>
              </div>
              <div className="text-right">
                <span className="small muted block leading-5">{`Dispute, ${sayDispute(status)}`}</span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
};

/** Codes that the client used or has on an unpaid order. */
export const CustomerCodes = ({ customer: { codes }, clock: { now, zone } }: Omit<Props, "personId">) =>
  codes && (
    <Panel title="Codes" aside={<PanelLink to="/admin/codes/new">Make a code</PanelLink>}>
      {codes.length === 0 ? (
        <p className="soft px-5 pb-5">No code was used.</p>
      ) : (
        <ul>
          {codes.map(({ id, code, state, at, orderId }) => (
            <li key={orderId} className={entry}>
              <div>
                <Link className={entryTitle} to={`/admin/codes/${id}`} translate="no">
                  {code}
                </Link>
                <span className="meta">{formatDay(at, zone, now)}</span>
              </div>
              <div className="text-right">
                <Link className="small block leading-5" to={`/admin/orders/${orderId}#money`}>
                  {state === "used" ? "used" : "on an unpaid order"}
                </Link>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
