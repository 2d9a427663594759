import { Link } from "react-router";
import type { Differences } from "#src/modules/payments/index.server.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { Form } from "#src/ui/form.tsx";
import type { Listed, ListOf } from "#src/ui/list/list.ts";
import { Status } from "#src/ui/status.tsx";
import { Money } from "#src/ui/table.tsx";
import type { MoneyAddressAsk } from "../../domain/money-address.ts";
import { moneyAddress } from "../../domain/money-address.ts";
import { moneyPageParts } from "./money-lists.tsx";
import type { TodoRow } from "./money-todo.ts";
import { DifferenceResult } from "./payment-differences.tsx";

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

const Todo = ({ row, now }: { row: TodoRow; now: Date }) => (
  <li>
    <div className="o1">
      <Status shape={row.failed ? "alert" : "clock"}>{row.kind}</Status>
    </div>
    <div className="o2">
      {row.orderId ? (
        <Link className="title" to={`/admin/orders/${row.orderId}#money`} title={row.title}>
          {row.title}
        </Link>
      ) : (
        <b className="title">{row.title}</b>
      )}
      <span className="meta">{row.note}</span>
    </div>
    <div className="o3 num">{shortTime(now.getTime() - row.since.getTime())}</div>
    <div className="o4">{row.cents !== null && <Money cents={row.cents} />}</div>
    <div className="o5">
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
      <ul className="todo">
        {rows.map((row) => (
          <Todo key={row.id} row={row} now={now} />
        ))}
      </ul>
    </section>
  ),
};

/** Whether the providers' records and ours say the same, in one line. */
export const CheckLine = ({ found }: { found: Differences | null }) => (
  <section className="panel okline" aria-label="Check against the providers">
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
