import { Link } from "react-router";
import type { Differences, MoneyToDo } from "#src/modules/payments/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { nearMoment } from "#src/shared/zone.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { Form } from "#src/ui/form.tsx";
import type { Listed, ListOf } from "#src/ui/list/list.ts";
import { Status } from "#src/ui/status.tsx";
import { Money } from "#src/ui/table.tsx";
import { type MoneyAddressAsk, moneyAddress } from "../../domain/money-address.ts";
import { moneyPageParts } from "./money-lists.tsx";
import { DifferenceResult } from "./payment-differences.tsx";
import { providerLabel } from "./payment-labels.ts";

/** Something that waits for an admin with money. `event`: a message of a provider that can be tried again here. */
type TodoRow = {
  id: string;
  failed: boolean;
  kind: string;
  title: string;
  orderId: string | null;
  note: string;
  since: Date;
  cents: number | null;
  act: string;
  event?: string;
};

type Clock = { now: Date; zone: string };

const transferNote = ({ arrivedCents, cents, entered, hasProof }: MoneyToDo["transfers"][number]): string => {
  if (entered) return "One admin entered it. Another one confirms it.";
  if (arrivedCents > 0) return `${formatUsd(Math.max(0, cents - arrivedCents))} too little arrived.`;
  return hasProof ? "Proof sent. Look for it on the bank statement." : "No proof yet. Look at the bank statement.";
};

/** What waits, failed first, then the oldest. */
export function todoOf(money: MoneyToDo, { now, zone }: Clock): readonly TodoRow[] {
  const at = (moment: Date) => nearMoment(moment, zone, now);
  const of = (orderId: string) => {
    const order = money.orders.get(orderId);
    return { orderId, title: order ? `${order.title}, ${order.number}` : "Order" };
  };
  const from = (orderId: string): string => {
    const client = money.orders.get(orderId)?.clientName;
    return client ? `From ${client}. ` : "";
  };
  const rows: TodoRow[] = [
    ...money.events.map(({ id, provider, error, attempts, receivedAt }) => ({
      ...{ id, failed: true, kind: "Message failed", title: `Message from ${providerLabel(provider)}`, orderId: null },
      note: `Received ${at(receivedAt)}, ${counted(attempts, "try", "tries")}: ${error ?? ""}`,
      ...{ since: receivedAt, cents: null, act: "Try now", event: id },
    })),
    ...money.refunds.map(({ id, orderId, cents, state, error, createdAt: since }) => ({
      ...{ id, ...of(orderId), cents, since, failed: state === "failed" },
      ...(state === "failed"
        ? { kind: "Refund refused", note: error || "The provider refused it.", act: "Open" }
        : { kind: "Refund by hand", note: "Send it, then enter the bank’s reference.", act: "Enter" }),
    })),
    ...money.disputes.map(({ id, orderId, cents, provider, reason, openedAt: since }) => ({
      ...{ id, ...of(orderId), cents, since, failed: false, kind: "Dispute at the bank", act: "Open" },
      note: `${providerLabel(provider)}: ${reason}. Answer it there.`,
    })),
    ...money.reviews.map(({ id, orderId, cents, provider, at: since }) => ({
      ...{ id, ...of(orderId), cents, since, failed: false, kind: "Other amount", act: "Decide" },
      note: `${providerLabel(provider)}. It is not the amount that was due.`,
    })),
    ...money.held.map(({ orderId, cents, at: since }) => ({
      ...{ id: `held-${orderId}`, ...of(orderId), cents, since, failed: false, kind: "Still held", act: "Decide" },
      note: "The order has ended, its money is still held.",
    })),
    ...money.transfers.map((one) => ({
      ...{ id: one.id, ...of(one.orderId), cents: one.cents, since: one.since, failed: false, kind: "Transfer" },
      ...{ note: `${from(one.orderId)}${transferNote(one)}`, act: one.arrivedCents > 0 ? "Decide" : "Confirm" },
    })),
  ];
  return rows.toSorted(
    (a, b) => (a.failed === b.failed ? 0 : a.failed ? -1 : 1) || a.since.getTime() - b.since.getTime(),
  );
}

/** At most so many of each kind are read. */
const most = 50;

/** How many wait, refunds for a second admin among them. */
export function todoCount(money: MoneyToDo): number | string {
  const { events, refunds, disputes, reviews, held, transfers, waiting } = money;
  const kinds = [events, refunds, disputes, reviews, held, transfers, waiting].map(({ length }) => length);
  const all = kinds.reduce((sum, count) => sum + count, 0);
  return kinds.some((count) => count >= most) ? `more than ${all - 1}` : all;
}

type TodoView = Listed<TodoRow> & { ask: MoneyAddressAsk; todo: number | string };

const Act = ({ row: { act, event, title, orderId } }: { row: TodoRow }) => {
  const of = <span className="vh">{`: ${title}`}</span>;
  if (event)
    return (
      <Form method="post" preventScrollReset>
        <input type="hidden" name="event" value={event} />
        <Button variant="outline" small>
          {act}
          {of}
        </Button>
      </Form>
    );
  return (
    <LinkButton variant="outline" small to={`/admin/orders/${orderId}#money`}>
      {act}
      {of}
    </LinkButton>
  );
};

const titleClass = "title block truncate max-md:wrap-anywhere max-md:whitespace-normal";

const Todo = ({ row, now }: { row: TodoRow; now: Date }) => (
  <li className="line-link grid border-t border-rule min-h-14 grid-cols-[11rem_minmax(0,1fr)_5.5rem_6.5rem_7rem] items-center gap-x-4 px-5 py-1 max-lg:grid-cols-[10.5rem_minmax(0,1fr)_6.5rem_7rem] max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-0.5 max-md:py-3">
    <div>
      <Status shape={row.failed ? "alert" : "clock"}>{row.kind}</Status>
    </div>
    <div className="max-md:col-span-full">
      {row.orderId ? (
        <Link className={titleClass} to={`/admin/orders/${row.orderId}#money`} title={row.title}>
          {row.title}
        </Link>
      ) : (
        <b className={titleClass}>{row.title}</b>
      )}
      <span className="meta wrap-anywhere">{row.note}</span>
    </div>
    <div className="num text-right text-ink-2 max-lg:hidden max-md:col-start-2 max-md:row-start-1 max-md:block max-md:text-(length:--text-sm)">
      {shortTime(now.getTime() - row.since.getTime())}
    </div>
    <div className="strong text-right max-md:col-start-1 max-md:text-left">
      {row.cents !== null && <Money cents={row.cents} />}
    </div>
    <div className="relative z-1 text-right max-md:col-start-2">
      <Act row={row} />
    </div>
  </li>
);

/** The only tab with buttons: what waits for an admin with money, failed first. */
export const todoTab: ListOf<TodoRow, TodoView> = {
  ...moneyPageParts,
  empty: ({ todo }) => (
    <Empty title={todo === 0 ? "Nothing waits for us" : "Nothing else waits for us"}>
      Transfers to confirm, refunds to send by hand and messages that failed are listed here.
    </Empty>
  ),
  body: ({ rows, now }) => (
    <section className="panel" aria-labelledby="todo-title">
      <div className="panel-head">
        <h2 className="t3" id="todo-title">
          Waits for us
        </h2>
        <span className="small muted">failed first, then the oldest</span>
      </div>
      <ul>
        {rows.map((row) => (
          <Todo key={row.id} row={row} now={now} />
        ))}
      </ul>
    </section>
  ),
};

/** Whether the providers' records and ours say the same, in one line. */
export const CheckLine = ({ found }: { found: Differences | null }) => (
  <section
    className="panel mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-5 py-2 [&_.status]:whitespace-normal"
    aria-label="Check against the providers"
  >
    {found ? (
      <p>
        <DifferenceResult {...found} /> <Link to={`${moneyAddress.path}?tab=reports`}>The last check</Link>
      </p>
    ) : (
      <p className="soft">Every night at 04:00 we compare the providers’ records of the day with ours.</p>
    )}
    <Form method="post" preventScrollReset>
      <input type="hidden" name="compare" value="now" />
      <Button small variant="outline">
        Check now
      </Button>
    </Form>
  </section>
);
