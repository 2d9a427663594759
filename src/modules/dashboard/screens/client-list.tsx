import { Link } from "react-router";
import { LinkButton } from "#src/ui/button.tsx";
import { Drawn, sheet } from "#src/ui/empty.tsx";
import { Form } from "#src/ui/form.tsx";
import { ChevronLeft, Plus } from "#src/ui/icons.tsx";
import { SearchInput } from "#src/ui/inputs.tsx";
import { NewMessages } from "#src/ui/new-messages.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { BreakdownLines, BreakdownTotal, PriceBreakdown } from "#src/ui/price-breakdown.tsx";
import { Status, TagMark } from "#src/ui/status.tsx";
import { type Column, FilterTabs, Money, Table } from "#src/ui/table.tsx";
import type { ShownCard, ShownDashboard } from "./dashboard.server.ts";

/** One primary button in view: the first row has it. */
const Turn = ({ card, first }: { card: ShownCard; first: boolean }) => (
  <li className="grid min-h-23 grid-cols-[14.5rem_minmax(0,1fr)_11.5rem] items-center gap-x-6 gap-y-1 px-6 py-4.5 not-first:border-t not-first:border-rule max-lg:grid-cols-[minmax(0,1fr)_11.5rem] max-md:grid-cols-1 max-md:px-4.5 max-md:pt-4">
    <div className="max-lg:col-span-full max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-4 max-lg:gap-y-1">
      <Status shape={card.shown.shape} tone={card.shown.tone}>
        {card.shown.text}
      </Status>
      {card.until && <span className="meta mt-0.5 tabular-nums">{card.until}</span>}
    </div>
    <div className="min-w-0">
      <h3 className="font-serif text-[1.25rem]/6.5 font-medium normal-nums wrap-anywhere">
        <Link to={`/dashboard/orders/${card.id}`} className="text-inherit no-underline hover:text-pen hover:underline">
          {card.title}
        </Link>
      </h3>
      <p className="soft mt-0.5 text-[1rem]/6">{card.next}</p>
    </div>
    <LinkButton
      small
      block
      variant={first && card.turn.main ? "primary" : "outline"}
      className="px-3 max-md:mt-2.5"
      to={card.turn.to}
    >
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
  if (card.priceCents === null) return <span className="muted">No price yet</span>;
  const money = <Money cents={card.priceCents} />;
  return card.ended ? <s className="muted">{money}</s> : money;
};

const Row = ({ card }: { card: ShownCard }) => (
  <tr>
    <td className="num muted max-md:hidden md:w-20" translate="no">
      {card.number}
    </td>
    <td className="ti">
      <Link className="title wrap-anywhere" to={`/dashboard/orders/${card.id}`}>
        {card.title}
      </Link>{" "}
      {card.test && <TagMark>test</TagMark>}
      <span className="meta">{card.work}</span>
      <NewMessages orderId={card.id} count={card.unread} />
    </td>
    <td className="due soft num md:w-56">{card.due ?? "not set"}</td>
    <td className="max-md:col-1 md:w-52">
      <Status shape={card.shown.shape} tone={card.shown.tone}>
        {card.shown.text}
      </Status>
      {card.wait && (
        <span className="meta" translate="no">
          {card.wait}
        </span>
      )}
    </td>
    <td className="r pr md:w-28">
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
  <section className="sheet grid grid-cols-[minmax(0,7fr)_minmax(0,5fr)] max-md:grid-cols-1" aria-labelledby="none">
    <div className="empty content-center px-12 pt-14 pb-16 max-md:px-5 max-md:py-8">
      <Drawn of={sheet} />
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
    <div className="grid content-center items-center border-l border-rule px-12 py-10 max-md:border-t max-md:border-l-0 max-md:px-5 max-md:py-6">
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
    <ul className="mt-4 rounded-md border border-rule-strong bg-sheet">
      {cards.map((card, at) => (
        <Turn key={card.id} card={card} first={at === 0} />
      ))}
    </ul>
  </section>
);

type Asked = ShownDashboard["asked"];

const tabNames: Readonly<Record<Asked["tab"], string>> = {
  all: "All",
  turn: "Your turn",
  active: "Active",
  finished: "Finished",
  cancelled: "Cancelled",
};

const address = ({ tab, search }: Pick<Asked, "tab" | "search">, after?: string): string => {
  const query = new URLSearchParams({
    ...(tab !== "all" && { tab }),
    ...(search && { search }),
    ...(after && { after }),
  }).toString();
  return query ? `/dashboard?${query}` : "/dashboard";
};

const ListBar = ({ dashboard: { counts, asked } }: { dashboard: ShownDashboard }) => (
  <div className="flex items-end justify-between gap-x-8 gap-y-4 border-b border-rule-strong max-lg:flex-col-reverse max-lg:items-stretch max-lg:border-b-0">
    <FilterTabs
      className="-mb-px border-b-0 max-lg:-mx-5 max-lg:border-b max-lg:border-rule-strong max-lg:px-5"
      label="Filter orders"
      tabs={(["all", "turn", "active", "finished", "cancelled"] as const).map((tab) => ({
        to: address({ tab, search: asked.search }),
        label: tabNames[tab],
        count: counts[tab],
        current: tab === asked.tab,
      }))}
    />
    <Form
      method="get"
      action="/dashboard"
      className="dense w-76 pb-2.5 max-lg:w-full max-lg:p-0"
      role="search"
      key={asked.search}
    >
      {asked.tab !== "all" && <input type="hidden" name="tab" value={asked.tab} />}
      <SearchInput
        aria-label="Search your orders by title or number"
        placeholder="Title or number"
        defaultValue={asked.search}
      />
    </Form>
  </div>
);

const NoMatch = ({ asked }: { asked: Asked }) => (
  <p className="soft py-6">
    {asked.search
      ? `No order matches “${asked.search}”. Check the spelling, or search by number. `
      : "No orders here. "}
    <Link to="/dashboard">Show all orders</Link>
  </p>
);

/** All orders of a person, narrowed by tab and search; the list continues by pages. */
export const OrderTable = ({ title, dashboard }: { title: string; dashboard: ShownDashboard }) => {
  const { orders, older, asked, zone } = dashboard;
  return (
    <section aria-labelledby="others">
      <h2 className="vh" id="others">
        {title}
      </h2>
      <ListBar dashboard={dashboard} />
      {orders.length === 0 ? (
        <NoMatch asked={asked} />
      ) : (
        <Table caption={`${title}: your turn first, then by deadline`} columns={columns} cards hover className="orders">
          {orders.map((card) => (
            <Row key={card.id} card={card} />
          ))}
        </Table>
      )}
      <p className="muted flex min-h-11 items-center text-(length:--text-sm)">{`Your turn first, then by deadline. Times are in ${zone}.`}</p>
      {(older || asked.later) && (
        <p className="row [--gap:8px]">
          {asked.later && (
            <LinkButton variant="quiet" small icon={ChevronLeft} to={address(asked)}>
              First page
            </LinkButton>
          )}
          {older && (
            <LinkButton variant="outline" small to={address(asked, older)}>
              More orders
            </LinkButton>
          )}
        </p>
      )}
    </section>
  );
};

/** What is no order yet, because a person reads it first. */
const Requests = ({ requests }: Pick<ShownDashboard, "requests">) =>
  requests.map(({ id, title, state, until }) => (
    <Notice
      key={id}
      className="mb-6"
      title={state === "waiting" ? "A person reads your request" : "We accept your request. Choose a later deadline"}
      actions={
        <LinkButton small variant="outline" to={`/dashboard/requests/${id}`}>
          Open the request
        </LinkButton>
      }
    >
      <p className="wrap-anywhere">
        {`“${title}” `}
        {state === "waiting"
          ? `is not ordered yet and nothing is charged. We answer by ${until}.`
          : "is not ordered yet: its deadline is too near now."}
      </p>
    </Notice>
  ));

/** A client's orders: what waits for the client first, then all of them. */
export const ClientList = ({ dashboard }: { dashboard: ShownDashboard }) => {
  const { yourTurn, counts } = dashboard;
  return (
    <main id="main" className="wrap page [&>section+section]:mt-14">
      <div className="mb-10 flex items-center justify-between gap-4 max-md:mb-7">
        <h1 className="d2">Your orders</h1>
        {counts.all > 0 && (
          <LinkButton
            icon={Plus}
            variant={yourTurn[0]?.turn.main ? "outline" : "primary"}
            className="lg:hidden"
            to="/order"
          >
            New order
          </LinkButton>
        )}
      </div>
      <Requests requests={dashboard.requests} />
      {yourTurn.length > 0 && <Turns cards={yourTurn} />}
      {counts.all > 0 ? <OrderTable title="All orders" dashboard={dashboard} /> : <NoOrders />}
    </main>
  );
};
