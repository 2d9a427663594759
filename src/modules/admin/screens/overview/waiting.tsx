import { Link } from "react-router";
import type { InboxCounts } from "#src/modules/chat/index.server.ts";
import type { MailTrouble } from "#src/modules/notifications/index.server.ts";
import type { AtRisk, OrderAtRisk } from "#src/modules/orders/index.server.ts";
import type { MoneyToReview } from "#src/modules/payments/index.server.ts";
import type { ClockJump } from "#src/platform/clock-watch.ts";
import { figures } from "#src/shared/counted.ts";
import { barPercent, percentIn } from "#src/shared/money.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { leftOr, shortTime } from "#src/shared/time-labels.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { StepUp } from "#src/ui/ask-once-more.tsx";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
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
    <section className="panel" aria-labelledby="money-waits">
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

type Props = { jump: ClockJump; now: Date; zone: string; mayConfirm: boolean; refused: RefusedForm | undefined };

/** The server's clock jumped: deadlines and everything that happens automatically wait for an admin. */
export const ClockHeld = ({ jump, now, zone, mayConfirm, refused }: Props) => (
  <Notice
    tone="bad"
    title="The time on the server changed suddenly. Everything that happens automatically waits."
    className="mb-4"
    actions={
      mayConfirm && (
        <Form method="post">
          <Button small type="submit" name="step" value="confirm-clock">
            The time is right: continue
          </Button>
        </Form>
      )
    }
  >
    <p>
      It went from {formatMoment(jump.from, zone)} to {formatMoment(jump.to, zone)}; it shows {formatMoment(now, zone)}{" "}
      now. Reminders, expiries and completions wait, so that none happens at a wrong time. If the clock runs normally
      for an hour and the change made nothing due, the wait ends automatically.{" "}
      {mayConfirm
        ? "Check the time. If it is wrong, correct it on the server, then continue."
        : "An admin who may change settings has to confirm the time."}
    </p>
    {refused?.stepUp && <StepUp className="mt-3" />}
    {refused?.message && !refused.stepUp && <p className="mt-3">{refused.message}</p>}
  </Notice>
);

type Time = { now: Date; zone: string };

const percent = (share: number): number => barPercent(share, 1);

const progressText = ({ drafts, lastSign }: OrderAtRisk, now: Date): string => {
  const ago = `${shortTime(now.getTime() - lastSign.getTime())} ago`;
  if (drafts.length === 0) return `No draft yet. The writer started ${ago}`;
  return drafts.length === 1 ? `One draft, ${ago}` : `${drafts.length} drafts, the last ${ago}`;
};

/** Time used as a bar, signs of progress as marks on it. */
const Bar = ({ row }: { row: OrderAtRisk }) => (
  <svg
    className="mt-1 mb-1.5 h-3.5 w-full rounded-xs border border-edge bg-sheet"
    viewBox="0 0 100 14"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <rect className={row.used >= 0.8 ? "fill-chart-5" : "fill-chart-2"} width={percent(row.used)} height="14" />
    <rect className="fill-ink" x={Math.min(99.4, percent(row.began))} width="0.6" height="14" />
    {row.drafts.map((at) => (
      <rect key={at} className="fill-ink" x={Math.min(98.6, percent(at))} y="3" width="1.4" height="8" />
    ))}
  </svg>
);

const Risk = ({ row, time: { now, zone } }: { row: OrderAtRisk; time: Time }) => {
  const late = row.deadline < now;
  return (
    <li
      className="risk grid grid-cols-[minmax(0,15rem)_11rem_minmax(0,1fr)_4.5rem] items-center gap-x-6 border-t border-rule px-5 py-2.5 first:border-t-0 max-xl:grid-cols-[minmax(0,1fr)_11rem_4.5rem] max-md:grid-cols-[minmax(0,1fr)_auto]"
      data-row=""
    >
      <span className="min-w-0">
        <Link className="title wrap-anywhere" to={`/admin/orders/${row.id}`}>
          {row.title}
        </Link>
        <span className="meta">{row.writerName ?? "no writer"}</span>
      </span>
      <span className="num max-md:col-start-1 max-md:text-(length:--text-sm) max-md:text-ink-2">
        {formatMoment(row.deadline, zone)}
        <span className={cx("meta", late && "font-semibold text-error")}>{leftOr(row.deadline, now)}</span>
      </span>
      <span className="max-xl:col-span-full max-xl:row-start-2 max-xl:mt-1.5 max-md:row-start-3">
        <Bar row={row} />
        <span className="meta">{progressText(row, now)}</span>
      </span>
      <span className="text-right [font:440_1.375rem/1.75rem_var(--font-display)] max-md:col-start-2 max-md:row-[1/3]">
        {late ? "late" : `${percentIn(row.used, 1)}%`}
      </span>
    </li>
  );
};

/** Work whose time goes by without a sign of progress. */
export const AtRiskPanel = ({ risk, time }: { risk: AtRisk; time: Time }) => (
  <section className="panel mb-8" aria-labelledby="at-risk">
    <div className="panel-head flex-wrap">
      <div>
        <h2 className="t3" id="at-risk">
          At risk
        </h2>
        <p className="small muted">Time used and signs of progress, for orders in work</p>
      </div>
      <p className="small muted">Line: the writer started. Block: a draft.</p>
    </div>
    {risk.rows.length === 0 ? (
      <p className="soft panel-pad">No order in work is at risk.</p>
    ) : (
      <ul className="border-t border-rule-strong">
        {risk.rows.map((row) => (
          <Risk key={row.id} row={row} time={time} />
        ))}
      </ul>
    )}
  </section>
);
