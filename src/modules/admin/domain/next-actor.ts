import type { EntryName, OrderStatus, PaymentStatus } from "#src/modules/orders/index.ts";
import { type Arrived, arrivedText } from "#src/modules/payments/index.ts";
import { barPercent, formatUsd } from "#src/shared/money.ts";
import { leftOr } from "#src/shared/time-labels.ts";

type Order = {
  kind: "priced" | "custom";
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  clientName: string;
  writerName: string | null;
  quoteEnded: boolean;
  frozen: boolean;
  instructions: string;
  createdAt: Date;
  waitingSince: Date | null;
  transferSince: Date | null;
  confirmedAt: Date | null;
  unassignedSince: Date | null;
  assignedAt: Date | null;
  workSince: Date | null;
  heldSince: Date | null;
  deliveredAt: Date | null;
  approvedAt: Date | null;
  disputedAt: Date | null;
  /** What of a transfer has come in part. */
  arrived?: Arrived | null;
};
type Entry = { action: EntryName; at: Date; actorKind: string; actorId: string; text: string | null };

const ended: readonly OrderStatus[] = ["completed", "cancelled", "refunded"];

type Statement = { text: string; by: string; at: Date };
export type NextActor = { title: string; since: Date | null; statement: Statement | null };

type Part = Pick<NextActor, "title" | "since"> & { from?: EntryName | "brief" };

/** What an unpaid order waits for. */
function unpaid(order: Order): Part {
  const { clientName } = order;
  if (order.paymentStatus === "awaiting_confirmation")
    return {
      title: order.arrived
        ? `${arrivedText(order.arrived)} We wait for the rest from ${clientName}`
        : `We wait for a bank transfer from ${clientName}`,
      since: order.transferSince ?? order.waitingSince,
    };
  if (order.status === "quoted")
    return { title: `${clientName} decides about the quote`, since: order.waitingSince, from: "quote" };
  if (order.kind === "priced") return { title: `${clientName} has not paid yet`, since: order.createdAt };
  return order.quoteEnded
    ? { title: `The quote is no longer valid. ${clientName} may ask again`, since: order.waitingSince }
    : { title: `${clientName} waits for a quote`, since: order.waitingSince ?? order.createdAt, from: "brief" };
}

const parts: Readonly<Record<OrderStatus, (order: Order, writer: string) => Part>> = {
  pending: unpaid,
  quoted: unpaid,
  confirmed: (order) => ({
    title: `${order.clientName} has paid and waits for a writer`,
    since: order.unassignedSince ?? order.confirmedAt,
  }),
  assigned: (order, writer) => ({ title: `${writer} was asked and has not answered`, since: order.assignedAt }),
  in_progress: (order, writer) => ({ title: `${writer} is at work. Nobody waits for us`, since: order.workSince }),
  on_hold: (order, writer) => ({
    title: `${writer} waits for an answer from ${order.clientName}`,
    since: order.heldSince,
    from: "hold",
  }),
  delivered: (order) =>
    order.approvedAt
      ? { title: `${order.clientName} approved the work`, since: order.approvedAt }
      : { title: `${order.clientName} reads the work`, since: order.deliveredAt },
  revision_requested: (order, writer) => ({
    title: `${order.clientName} waits for a new version from ${writer}`,
    since: order.workSince,
    from: "request-revision",
  }),
  // The phases of a dispute have titles of their own (dispute-phases.ts).
  disputed: ({ disputedAt }) => ({ title: "Both sides wait for a decision", since: disputedAt }),
  completed: () => ({ title: "Nobody waits. The order is finished", since: null }),
  cancelled: () => ({ title: "Nobody waits. The order was cancelled", since: null }),
  refunded: () => ({ title: "Nobody waits. The money went back", since: null }),
};

const speakerOf = (entry: Entry, order: Order, names: Readonly<Record<string, string>>): string => {
  if (entry.actorKind === "C") return order.clientName;
  if (entry.actorKind === "W") return order.writerName ?? "The writer";
  return names[entry.actorId] ?? "Support";
};

const ofQuotes: readonly EntryName[] = ["quote", "ask-quote", "counter-quote", "decline-quote"];

/** The client's words to the last quote, as long as no new version answers them. */
function lastAnswer(order: Order, history: readonly Entry[]): { title: string; since: Date; text: string } | null {
  const last = history.findLast(({ action }) => ofQuotes.includes(action));
  if (!last?.text || (last.action !== "counter-quote" && last.action !== "decline-quote")) return null;
  const did = last.action === "counter-quote" ? "made a counter-offer" : "declined the quote";
  return { title: `${order.clientName} ${did}`, since: last.at, text: last.text };
}

/** Cents that are not with the client yet: those a person has to send, and those that are under way. */
export type GoingBack = { toSendCents: number; underWayCents: number };
const nothingGoesBack: GoingBack = { toSendCents: 0, underWayCents: 0 };

/** An order that has ended while its money has not arrived: somebody waits still. */
const moneyPart = ({ clientName, status }: Order, { toSendCents, underWayCents }: GoingBack): string | null => {
  if (!ended.includes(status)) return null;
  if (toSendCents > 0) return `We have to send ${formatUsd(toSendCents)} back to ${clientName}`;
  return underWayCents > 0 ? `${formatUsd(underWayCents)} is on its way back to ${clientName}` : null;
};

/** Who waits for whom, since when, and the words that are about it. */
export function nextActor(
  order: Order,
  history: readonly Entry[],
  names: Readonly<Record<string, string>>,
  back = nothingGoesBack,
): NextActor {
  const { title, since, from } = parts[order.status](order, order.writerName ?? "The writer");
  if (order.frozen && order.status !== "disputed")
    return { title: "The bank looks at the payment. No money moves until it decides", since: null, statement: null };
  const money = moneyPart(order, back);
  if (money) return { title: money, since: null, statement: null };
  const answer = order.status === "pending" ? lastAnswer(order, history) : null;
  if (answer) return { ...answer, statement: { text: answer.text, by: order.clientName, at: answer.since } };
  if (from === "brief")
    return { title, since, statement: { text: order.instructions, by: order.clientName, at: order.createdAt } };
  const entry = from === undefined ? undefined : history.findLast(({ action, text }) => action === from && text);
  const question = entry?.text ? { text: entry.text, by: speakerOf(entry, order, names), at: entry.at } : null;
  return { title, since: from && entry ? entry.at : since, statement: question };
}

export type Clock = {
  state: "running" | "stopped" | "late" | "none";
  /** Time left, or late, in milliseconds. */
  ms: number;
  /** Parts of the line from paid to due, in percent. */
  used: number;
  held: number;
  paidAt: Date | null;
  /** When it is due if nothing stops the clock any more. */
  due: Date | null;
};

const counting: readonly OrderStatus[] = ["confirmed", "assigned", "in_progress", "on_hold", "revision_requested"];

/** The clock of an order: a pause stops it and moves the deadline. */
export function clockOf(order: Order & { deadline: Date | null; revisionDueAt: Date | null }, now: Date): Clock {
  const { heldSince, revisionDueAt, workSince } = order;
  const deadline = revisionDueAt ?? order.deadline;
  // The time of a revision runs from the client's request.
  const confirmedAt = revisionDueAt && workSince && workSince < revisionDueAt ? workSince : order.confirmedAt;
  if (!deadline || !confirmedAt || !counting.includes(order.status))
    return { state: "none", ms: 0, used: 0, held: 0, paidAt: confirmedAt, due: deadline };
  const [start, at, end] = [confirmedAt.getTime(), now.getTime(), deadline.getTime()];
  if (heldSince) {
    const [stop, pause] = [heldSince.getTime(), at - heldSince.getTime()];
    const whole = end + pause - start;
    return {
      ...{ state: "stopped", ms: end - stop, paidAt: confirmedAt, due: new Date(end + pause) },
      ...{ used: barPercent(stop - start, whole), held: barPercent(pause, whole) },
    };
  }
  const late = at > end;
  return {
    ...{ state: late ? "late" : "running", ms: Math.abs(end - at), paidAt: confirmedAt, due: deadline },
    ...{ used: late ? 100 : barPercent(at - start, end - start), held: 0 },
  };
}

const handedOver: readonly OrderStatus[] = ["delivered", "disputed"];

/** What stands after the deadline: the time left, that the clock stands, or whether the work came in time. */
export const deadlineNote = (
  {
    deadline,
    heldSince,
    handedOverAt,
    status,
  }: Pick<Order, "heldSince" | "status"> & {
    deadline: Date | null;
    /** When the version came that was due then: the first one; null before it, and while a revision is due. */
    handedOverAt: Date | null;
  },
  now: Date,
): string => {
  if (heldSince) return " when the pause began";
  if (!deadline || ended.includes(status)) return "";
  if (handedOverAt && handedOver.includes(status))
    return handedOverAt <= deadline ? ", delivered in time" : ", delivered late";
  return `, ${leftOr(deadline, now)}`;
};
