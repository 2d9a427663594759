import { Link } from "react-router";
import type { AdminNeed } from "#src/modules/orders/index.server.ts";
import { netCents } from "#src/modules/orders/index.ts";
import { type Arrived, arrivedText } from "#src/modules/payments/index.ts";
import { countLabel } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { leftOr, shortTime } from "#src/shared/time-labels.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { type Shape, Status, type Tone } from "#src/ui/status.tsx";
import { type Watch, watches, watchLabels } from "../../domain/admin-labels.ts";

/** `arrived`: of orders whose transfer came in part, by their id. */
type Time = { now: Date; zone: string; arrived: ReadonlyMap<string, Arrived> };

const styles: Readonly<Record<Watch, { shape: Shape; tone: Tone }>> = {
  disputed: { shape: "alert", tone: "bad" },
  late: { shape: "alert", tone: "bad" },
  "to-arrange": { shape: "alert", tone: "warn" },
  "no-writer": { shape: "alert", tone: "bad" },
  unseen: { shape: "caret", tone: "warn" },
  "needs-quote": { shape: "dashed", tone: "warn" },
  transfer: { shape: "clock", tone: "you" },
  "asked-long": { shape: "ring", tone: "warn" },
  "hold-long": { shape: "pause", tone: "warn" },
  revision: { shape: "again", tone: "warn" },
  "mail-refused": { shape: "alert", tone: "warn" },
  "rest-unpaid": { shape: "clock", tone: "warn" },
  "due-soon": { shape: "clock", tone: "ink" },
};

const deadlines: readonly Watch[] = ["late", "due-soon"];

/** Since when an order waits for this reason. */
const sinceOf = (need: AdminNeed, watch: Watch): Date | null => {
  const at: Readonly<Partial<Record<Watch, Date | null>>> = {
    disputed: need.disputedAt,
    "needs-quote": need.waitingSince ?? need.createdAt,
    "to-arrange": need.createdAt,
    "no-writer": need.unassignedSince,
    transfer: need.transferSince ?? need.waitingSince,
    "asked-long": need.assignedAt,
    "hold-long": need.heldSince,
    unseen: need.deliveredAt,
    "mail-refused": need.deliveredAt,
    revision: need.workSince,
    "rest-unpaid": need.deliveredAt,
  };
  return at[watch] ?? null;
};

/** "$92.40, cancelled Fri 4 Dec, 15:40" */
const arrangeText = (need: AdminNeed, zone: string): string =>
  [formatUsd(netCents(need)), need.unpaidEnd && `cancelled ${formatMoment(need.unpaidEnd, zone)}`]
    .filter(Boolean)
    .join(", ");

/** The age of a row in a strong word, and what it is about. */
const ageOf = (need: AdminNeed, watch: Watch, { now, zone, arrived }: Time): { strong: string; rest: string } => {
  const due = need.deadline ? `due ${formatMoment(need.deadline, zone)}` : "no deadline";
  if (deadlines.includes(watch)) {
    return { strong: need.deadline ? leftOr(need.deadline, now) : "no deadline", rest: due };
  }
  const decide = watch === "disputed" ? need.disputeClock : null;
  if (decide) return { strong: leftOr(decide.at, now), rest: `${decide.title} ${formatMoment(decide.at, zone)}` };
  const since = sinceOf(need, watch);
  const part = arrived.get(need.id);
  const expected = need.priceCents === null ? due : `${formatUsd(netCents(need))} expected`;
  const money = watch === "to-arrange" ? arrangeText(need, zone) : part ? arrivedText(part) : expected;
  const rest = watch === "transfer" || watch === "to-arrange" ? money : due;
  return { strong: since ? shortTime(now.getTime() - since.getTime()) : "new", rest };
};

const Job = ({ need, time }: { need: AdminNeed; time: Time }) => {
  const watch = need.watches[0] ?? "due-soon";
  const { strong, rest } = ageOf(need, watch, time);
  const to = watch === "needs-quote" ? `/admin/custom-orders?order=${need.id}` : `/admin/orders/${need.id}`;
  return (
    <li
      className="job line-link grid border-t border-rule grid-cols-[10rem_minmax(0,1fr)_11.75rem_7.75rem] items-center gap-x-3 px-5 py-[9px] max-xl:grid-cols-[10rem_minmax(0,1fr)_11rem_auto] max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-y-0.5 max-md:py-3"
      data-row=""
    >
      <span className="max-md:col-start-1">
        <Status {...styles[watch]}>{watchLabels[watch].why}</Status>
      </span>
      <span className="min-w-0 max-md:col-span-full">
        <Link className="title wrap-anywhere" to={to}>
          {need.title}
        </Link>
        <span className="meta num truncate">
          {[need.number, need.clientName, need.writerName].filter(Boolean).join(", ")}
        </span>
      </span>
      <span className="num max-md:col-start-2 max-md:row-start-1 max-md:text-right">
        <b className="strong">{strong}</b>
        <span className="meta max-md:hidden">{rest}</span>
      </span>
      <span className="relative z-1 text-right max-md:hidden">
        <LinkButton
          variant="outline"
          small
          className="px-3"
          to={to}
          tabIndex={-1}
          aria-label={`${watchLabels[watch].verb}: ${need.title}`}
        >
          {watchLabels[watch].verb}
        </LinkButton>
      </span>
    </li>
  );
};

/** A queue that is not of orders: chats, failed messages of providers. */
export type OtherQueue = { key: string; to: string; name: string; count: string; age: string | null; bad?: boolean };

type QueueProps = {
  counts: Readonly<Record<Watch, number>>;
  oldest: Readonly<Record<Watch, Date | null>>;
  most: number;
  others: readonly OtherQueue[];
  chosen: Watch | "";
  now: Date;
};

const queueAge = (watch: Watch, at: Date | null, now: Date): { text: string; bad: boolean } | null => {
  if (!at) return null;
  if (deadlines.includes(watch)) return { text: leftOr(at, now), bad: watch === "late" };
  return { text: `oldest ${shortTime(now.getTime() - at.getTime())}`, bad: false };
};

const isEmpty = ({ count }: OtherQueue): boolean => count === "none";

/** In a narrow window the queues stand side by side and scroll. */
const sideways = "max-xl:flex max-xl:overflow-x-auto max-xl:px-2 max-xl:[scrollbar-width:none]";

type EmptyQueue = Pick<OtherQueue, "key" | "name"> & { to?: string };

/** Where nothing waits, in one line that opens: what is to be done stays alone in view. */
const EmptyQueues = ({ queues }: { queues: readonly EmptyQueue[] }) =>
  queues.length === 0 ? null : (
    <details className="mt-2 border-t border-rule text-(length:--text-sm) text-ink-3 max-xl:mt-0">
      <summary className="flex min-h-11 items-center px-5 font-semibold text-pen">
        {queues.length === 1 ? "1 queue is empty" : `${queues.length} queues are empty`}
      </summary>
      <ul className={cx(sideways, "max-xl:flex-wrap max-xl:pb-2")}>
        {queues.map(({ key, name, to }) => (
          <li key={key} className="flex min-h-11 cursor-default items-center px-5 max-xl:flex-none max-xl:px-3">
            {to ? (
              <Link
                to={to}
                className="flex min-h-11 leading-5 text-inherit no-underline hover:text-pen max-xl:whitespace-nowrap"
              >
                {name}
              </Link>
            ) : (
              <span>{name}</span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );

type QueueItemProps = Pick<OtherQueue, "to" | "name"> &
  Partial<Pick<OtherQueue, "count" | "age" | "bad">> & {
    /** Of a queue that is shown beside the list; left out, the link leads to another page. */
    current?: boolean;
  };

const QueueItem = ({ to, name, count, age, bad, current }: QueueItemProps) => (
  <li className="max-xl:flex-none">
    <Link
      className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 border-l-3 border-transparent py-[5px] pr-5 pl-[17px] leading-5 text-ink no-underline hover:text-pen aria-[current]:border-pen aria-[current]:bg-pen-tint max-xl:min-h-13 max-xl:grid-cols-[auto_auto] max-xl:justify-start max-xl:border-b-3 max-xl:border-l-0 max-xl:px-3 max-xl:py-2 max-xl:whitespace-nowrap"
      to={to}
      aria-current={current ? "page" : undefined}
      preventScrollReset={current !== undefined}
    >
      <span className={current ? "font-semibold" : undefined}>{name}</span>
      {count !== undefined && <b className="strong text-right tabular-nums">{count}</b>}
      {age && (
        <small className={cx("col-span-full text-xs leading-4.5", bad ? "font-semibold text-error" : "text-ink-3")}>
          {age}
        </small>
      )}
    </Link>
  </li>
);

const Queues = ({ counts, oldest, most, others, chosen, now }: QueueProps) => {
  const all = watches.filter((watch) => counts[watch] > 0);
  const empty = watches.filter((watch) => counts[watch] === 0).map((key) => ({ key, name: watchLabels[key].name }));
  return (
    <nav
      className="border-r border-rule-strong pt-4 pb-2 max-xl:min-w-0 max-xl:border-r-0 max-xl:border-b max-xl:pb-0"
      aria-label="What waits for us"
    >
      <h2 className="t3 px-5 pb-2">Waits for us</h2>
      <ul className={sideways}>
        <QueueItem to="/admin" name="Everything" current={chosen === ""} />
        {all.map((watch) => {
          const age = queueAge(watch, oldest[watch], now);
          const count = countLabel(counts[watch], most);
          const { name } = watchLabels[watch];
          const item = { name, count, age: age?.text ?? null, bad: age?.bad ?? false, current: chosen === watch };
          return <QueueItem key={watch} to={`/admin?queue=${watch}`} {...item} />;
        })}
        {others
          .filter((queue) => !isEmpty(queue))
          .map(({ key, ...queue }) => (
            <QueueItem key={key} {...queue} />
          ))}
      </ul>
      <EmptyQueues queues={[...empty, ...others.filter(isEmpty)]} />
    </nav>
  );
};

/** `begins`: a new shop, which has had no order yet. */
type Props = QueueProps & Time & { needs: readonly AdminNeed[]; begins: boolean };

/** The work list: queues with their age, and beside them what is most urgent in the one that is looked at. */
export const Jobs = ({ needs, zone, arrived, begins, ...queues }: Props) => {
  const { chosen, counts, now, most } = queues;
  return (
    <section
      className="panel mb-8 grid grid-cols-[16.5rem_minmax(0,1fr)] border-rule-strong max-xl:grid-cols-1"
      aria-labelledby="jobs"
    >
      <Queues {...queues} />
      <div className="flex min-w-0 flex-col">
        <div className="between px-5 pt-4 pb-2.5">
          <h2 className="t3" id="jobs">
            {chosen === "" ? "Most urgent first" : watchLabels[chosen].name}
          </h2>
          <span className="small muted num">
            {chosen === "" ? `${needs.length} shown` : `${needs.length} of ${countLabel(counts[chosen], most)}`}
          </span>
        </div>
        {needs.length === 0 ? (
          <div className="panel-pad">
            {begins ? (
              <>
                <p className="font-semibold">Nothing waits. The first order will appear here.</p>
                <p className="soft mt-1 max-w-120">
                  Orders, questions, quotes, transfers and chats come into one list, the most urgent first.{" "}
                  <Link to="/setup">A test order</Link> shows how: it is marked as a test and never counted.
                </p>
              </>
            ) : (
              <p className="soft">Nothing waits for you. New work appears here automatically.</p>
            )}
          </div>
        ) : (
          <ul>
            {needs.map((need) => (
              <Job key={need.id} need={need} time={{ now, zone, arrived }} />
            ))}
          </ul>
        )}
        {counts["to-arrange"] > 0 && (
          <p className="small soft panel-pad">
            How to arrange it: write to the client, take the money by transfer, and confirm it on the order. Then the
            work can start.
          </p>
        )}
        <p className="small mt-auto border-t border-rule px-5 py-1 text-right">
          <Link
            className="inline-flex min-h-11 items-center"
            to={chosen === "" ? "/admin/orders?sort=due" : `/admin/orders?sort=due&watch=${chosen}`}
          >
            {chosen === "" ? "All open orders" : "Open this queue as a list"}
          </Link>
        </p>
      </div>
    </section>
  );
};
