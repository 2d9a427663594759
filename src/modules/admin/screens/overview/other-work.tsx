import { Link } from "react-router";
import type { InboxCounts } from "#src/modules/chat/index.server.ts";
import type { MailTrouble } from "#src/modules/notifications/index.server.ts";
import type { MoneyToReview } from "#src/modules/payments/index.server.ts";
import { figures } from "#src/shared/counted.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Money, Table } from "#src/ui/table.tsx";
import type { OtherQueue } from "../system/jobs.tsx";

type Order = { number: string; title: string };
type Row = { key: string; why: string; orderId: string; order?: Order; cents: number; at: Date; to?: string };

const rowsOf = ({ waiting, reviews, refunds, held }: MoneyToReview): readonly Row[] => [
  ...waiting.map(({ id, orderId, number, title, cents, alone, askedAt: at }) => ({
    key: id,
    why: alone ? "Refund will be sent automatically" : "Refund waits for a second admin",
    ...{ orderId, order: { number, title }, cents, at },
    to: "/admin/payments#waiting-refunds",
  })),
  ...held.map(({ orderId, cents, at }) => ({
    key: `held-${orderId}`,
    why: "Money still held, the order has ended",
    orderId,
    cents,
    at,
  })),
  ...reviews.map(({ id, orderId, cents, at }) => ({
    key: id,
    why: "Other amount than due",
    orderId,
    cents,
    at,
  })),
  ...refunds.map(({ id, orderId, cents, state, createdAt: at }) => ({
    key: id,
    why: state === "failed" ? "Refund refused by the provider" : "Refund to send by hand",
    orderId,
    cents,
    at,
  })),
];

const columns = [
  { key: "order", label: "Order" },
  { key: "why", label: "Reason" },
  { key: "at", label: "Since" },
  { key: "cents", label: "Amount", right: true },
  { key: "do", label: "Step", quiet: true },
];

/** Money that waits for a person; nothing is shown while there is none. */
export const MoneyWaits = ({ money, zone }: { money: MoneyToReview; zone: string }) => {
  const rows = rowsOf(money);
  const { events } = money;
  if (rows.length === 0 && events.length === 0) return null;
  return (
    <section className="panel wide" aria-labelledby="money-waits">
      <div className="panel-head">
        <h2 className="t3" id="money-waits">
          Money to look at
        </h2>
      </div>
      {rows.length > 0 && (
        <Table caption="Money to check" columns={columns} boxed cards>
          {rows.map(({ key, why, orderId, order = money.orders.get(orderId), cents, at, to }) => (
            <tr key={key}>
              <td className="wrap-anywhere">
                {order?.title}
                <span className="meta num">{order?.number}</span>
              </td>
              <td>{why}</td>
              <td className="num soft">{formatMoment(at, zone)}</td>
              <td className="r strong">
                <Money cents={cents} />
              </td>
              <td className="r">
                {to ? (
                  <Link to={to}>Look at it</Link>
                ) : (
                  <Link to={`/admin/orders/${orderId}#money`}>Open the order</Link>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {events.length > 0 && (
        <p className="panel-pad soft">
          {events.length === 1 ? "One message" : `${events.length} messages`} of a payment provider could not be
          followed yet. They are tried again automatically. <Link to="/admin/payments">Check them</Link>
        </p>
      )}
    </section>
  );
};

/** What waits outside of orders, null for what this admin may not work on. */
type Others = { chats: InboxCounts | null; mails: MailTrouble | null; money: MoneyToReview | null };

const upTo = (count: number): string => (count === 0 ? "none" : count > 99 ? "more than 99" : figures(count));

/** Queues of other kinds than orders, each with its age and the page where one acts. */
export function otherQueues(now: Date, { chats, mails, money }: Others): readonly OtherQueue[] {
  const oldest = (at: Date | null | undefined) => (at ? `oldest ${shortTime(now.getTime() - at.getTime())}` : null);
  const queue = (key: string, to: string, name: string, count: number, age: string | null, bad = false) => ({
    ...{ key, to, name, count: upTo(count), age, bad },
  });
  const queues: OtherQueue[] = [];
  if (chats) {
    const { waiting, enquiries, longest, over } = chats;
    const late = over > 0 ? `, ${upTo(over)} over target` : "";
    const age = longest && `${oldest(longest)}${late}`;
    queues.push(queue("chats", "/admin/chats", "Chats waiting", waiting + enquiries, age, over > 0));
  }
  if (mails) {
    const { failed, addresses } = mails;
    queues.push(
      queue("mails", "/admin/mails", "Failed e-mails", failed, oldest(mails.oldest)),
      queue("addresses", "/admin/mails?list=addresses", "Refused addresses", addresses, oldest(mails.oldestAddress)),
    );
  }
  if (money) {
    const { events, refunds, held } = money;
    const waiting = [
      ...refunds.map(({ createdAt }) => createdAt),
      ...held.map(({ at }) => at),
      ...money.waiting.map(({ askedAt }) => askedAt),
    ].toSorted((a, b) => a.getTime() - b.getTime());
    queues.push(
      queue("webhooks", "/admin/payments", "Failed webhooks", events.length, oldest(events[0]?.receivedAt)),
      queue("refunds", "/admin/payments", "Refunds to look at", waiting.length, oldest(waiting[0])),
    );
  }
  return queues;
}
