import { Link } from "react-router";
import { Art } from "#src/ui/art.tsx";
import { LinkButton } from "#src/ui/button.tsx";
import { ChevronLeft, Plus } from "#src/ui/icons.tsx";
import { Money } from "#src/ui/money.tsx";
import { BreakdownLines, BreakdownTotal, PriceBreakdown } from "#src/ui/price-breakdown.tsx";
import { Status, TagMark } from "#src/ui/status.tsx";
import { type Column, Pager, Table } from "#src/ui/table.tsx";
import type { ShownCard, ShownDashboard } from "./dashboard.server.ts";

/** One primary button in view: the first card has it. */
const Turn = ({ card, first }: { card: ShownCard; first: boolean }) => (
  <li className="sheet">
    <div>
      <Status shape={card.shown.shape} tone={card.shown.tone}>
        {card.shown.word}
      </Status>
      <h3 className="t3 wrap-anywhere">
        <Link to={`/dashboard/orders/${card.id}`}>{card.title}</Link>
      </h3>
      <p>{card.next}</p>
      {card.due && <p className="small muted">{`No. ${card.number}, due ${card.due}`}</p>}
    </div>
    <LinkButton small variant={first && card.turn.main ? "primary" : "outline"} to={card.turn.to}>
      {card.turn.label}
      <span className="vh">{` for order ${card.number}`}</span>
    </LinkButton>
  </li>
);

const columns: readonly Column[] = [
  { key: "no", label: "No." },
  { key: "order", label: "Order" },
  { key: "due", label: "Due" },
  { key: "status", label: "Status" },
  { key: "price", label: "Price", right: true },
];

const Price = ({ card }: { card: ShownCard }) => {
  if (card.priceCents === null) return <span className="muted">not yet</span>;
  const money = <Money cents={card.priceCents} />;
  return card.ended ? <s className="muted">{money}</s> : money;
};

const Row = ({ card }: { card: ShownCard }) => (
  <tr>
    <td className="num muted no">{card.number}</td>
    <td className="ti">
      <Link className="title wrap-anywhere" to={`/dashboard/orders/${card.id}`}>
        {card.title}
      </Link>{" "}
      {card.test && <TagMark>test</TagMark>}
      <span className="meta">{card.work}</span>
    </td>
    <td className="due soft num">{card.due ?? "not set"}</td>
    <td className="sta">
      <Status shape={card.shown.shape} tone={card.shown.tone}>
        {card.shown.word}
      </Status>
    </td>
    <td className="r pr">
      <Price card={card} />
    </td>
  </tr>
);

const blanks = ["The work", "Line spacing", "Cited sources", "Deadline"].map((label) => ({
  key: label,
  label,
  cents: null,
}));

const NoOrders = () => (
  <section className="sheet blank" aria-labelledby="none">
    <div className="empty">
      <Art name="sheet" />
      <h2 className="t1" id="none">
        No orders yet
      </h2>
      <p className="soft prose">
        Your orders will be listed here, with their status and the finished work. You can see a price first. It costs
        nothing and you can change it as often as you like.
      </p>
      <p className="row mt-2 [--gap:12px]">
        <LinkButton to="/order">Price your first order</LinkButton>
        <LinkButton variant="quiet" to="/samples">
          See samples
        </LinkButton>
      </p>
    </div>
    <div className="blank-slip">
      <PriceBreakdown aside="Not started" level={3}>
        <BreakdownLines lines={blanks} />
        <BreakdownTotal cents={null} />
      </PriceBreakdown>
    </div>
  </section>
);

export const Turns = ({ cards }: { cards: readonly ShownCard[] }) => (
  <section aria-labelledby="turns">
    <h2 className="t2" id="turns">
      Your turn
    </h2>
    <ul className="turns">
      {cards.map((card, at) => (
        <Turn key={card.id} card={card} first={at === 0} />
      ))}
    </ul>
  </section>
);

export const OrderTable = ({ title, dashboard }: { title: string; dashboard: ShownDashboard }) => (
  <section aria-labelledby="others">
    <h2 className="t2 mb-4" id="others">
      {title}
    </h2>
    <Table caption={title} columns={columns} cards hover className="orders">
      {dashboard.orders.map((card) => (
        <Row key={card.id} card={card} />
      ))}
    </Table>
    <p className="small muted mt-4">{`Times are in ${dashboard.zone}.`}</p>
    {dashboard.older && <Pager older={`/dashboard?after=${dashboard.older}`} />}
  </section>
);

type Props = { dashboard: ShownDashboard; later: boolean };

/** A client's orders: what waits for the client first, then all others. */
export const ClientList = ({ dashboard, later }: Props) => {
  const { yourTurn, orders } = dashboard;
  const empty = yourTurn.length + orders.length === 0;
  return (
    <main id="main" className="wrap dash">
      <div className="dash-head">
        <h1 className="d2">Your orders</h1>
        {!empty && (
          <LinkButton
            icon={Plus}
            variant={yourTurn[0]?.turn.main ? "outline" : "primary"}
            className="only-phone"
            to="/order"
          >
            New order
          </LinkButton>
        )}
      </div>
      {later && (
        <p className="mb-6">
          <LinkButton variant="quiet" small icon={ChevronLeft} to="/dashboard">
            Newest orders
          </LinkButton>
        </p>
      )}
      {yourTurn.length > 0 && <Turns cards={yourTurn} />}
      {orders.length > 0 && <OrderTable title={later ? "Older orders" : "All other orders"} dashboard={dashboard} />}
      {empty && (later ? <p className="soft">No older orders.</p> : <NoOrders />)}
    </main>
  );
};
