import type { ClientOrder } from "#src/modules/orders/index.server.ts";
import { dueAt, type LineStep, spokenLeft, spokenTime } from "#src/modules/orders/index.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { cardTexts } from "./card-texts.ts";
import type { FormatMoment, ShownTexts } from "./order-content.server.ts";

type Refund = { cents: number; method: string; arrival: string | null; askedAt: Date; sentAt: Date | null };

type CardMoney = { heldCents: number; backCents: number; refunds: readonly Refund[] };

type Facts = {
  order: ClientOrder;
  texts: ShownTexts;
  money: CardMoney;
  /** What the money does meanwhile; null while none is held. */
  held: string | null;
  /** What of a transfer has come and what is missing. */
  transfer: string | null;
  moment: FormatMoment;
  now: Date;
};

/** A time in the card. `counts`: the page says how much of it is left, by the server's clock. */
type CardTime = { term: string; at: Date | null; note: string | null; counts?: true };

/** Claim, answer, decision with its reasons, appeal. */
const ofDispute = (action: string): boolean =>
  action === "open-dispute" ||
  action === "answer-dispute" ||
  action === "appeal-decision" ||
  action.startsWith("decide-");

/** What the card says in the words of client and writer, by the steps that it stands in. */
const quotedSteps = ({ status, history }: ClientOrder) => {
  if (status === "revision_requested") return history.filter(({ action }) => action === "request-revision").slice(-1);
  return status === "disputed" ? history.filter(({ action, text }) => ofDispute(action) && text) : [];
};

/** The points that the writer works on; a text of one line is one point. */
const pointsOf = (order: ClientOrder): readonly string[] =>
  order.status === "revision_requested"
    ? (quotedSteps(order)[0]?.text ?? "")
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean)
    : [];

const deadlineTime = ({ order, now }: Facts, term: string): CardTime => {
  const at = dueAt(order);
  if (order.heldSince && at)
    return { term, at, note: `${spokenTime(at.getTime() - order.heldSince.getTime())} left when the work continues` };
  return { term, at, note: at && spokenLeft(at, now), counts: true };
};

const newVersionTime = (facts: Facts): CardTime => {
  const time = deadlineTime(facts, "New version due");
  const note = `Then you have ${counted(facts.order.reviewDays, "day")} to read it and decide.`;
  return facts.order.late ? time : { term: time.term, at: time.at, note };
};

const unpaidTimes = ({ order, transfer }: Facts): CardTime[] => {
  if (transfer) return [{ term: "We wait until", at: order.standsUntil, note: null }];
  const quoted = order.status === "quoted";
  const end = quoted ? (order.quote?.validUntil ?? null) : order.payUntil;
  const note = quoted ? "You can accept at any time before." : "Then an unpaid order is cancelled. It costs nothing.";
  const deadline = quoted ? (order.quote?.deadline ?? null) : order.deadline;
  return [
    { term: quoted ? "Answer until" : "Pay until", at: end, note },
    { term: "The work arrives", at: deadline, note: quoted ? "if you pay until then" : "your deadline" },
  ];
};

const readTime = ({ order }: Facts): CardTime => ({
  term: "Decide until",
  at: order.changesUntil,
  note: "Without an answer, it counts as approved then. We remind you twice before.",
});

const changesTime = ({ order, money }: Facts): CardTime => ({
  term: "You can still ask for changes until",
  at: order.changesUntil,
  note: money.heldCents > 0 ? "After that your writer is paid." : null,
});

const sentBack = ({ money: { refunds } }: Facts): CardTime[] => {
  const last = refunds.at(-1);
  if (!last) return [];
  const note = [`By ${last.method}.`, last.sentAt ? null : last.arrival].filter(Boolean).join(" ");
  return [{ term: last.sentAt ? "Sent back" : "On its way back", at: last.sentAt ?? last.askedAt, note }];
};

const disputeTimes = ({ order, money, moment }: Facts): CardTime[] => {
  const { disputeClock: clock, undecidedUntil } = order;
  const none = undecidedUntil && `No decision by ${moment(undecidedUntil)}: all of it goes back to you.`;
  const note = [money.heldCents > 0 && `Your ${formatUsd(money.heldCents)} is held.`, none].filter(Boolean).join(" ");
  return clock ? [{ term: clock.title, at: clock.at, note: note || null }] : [];
};

const timesOf = (facts: Facts): readonly CardTime[] => {
  const { order } = facts;
  if (order.undoUntil) return [];
  switch (order.status) {
    case "pending":
    case "quoted":
      return unpaidTimes(facts);
    case "delivered":
      return order.unpaidCents > 0 ? [] : [readTime(facts)];
    case "completed":
      return [changesTime(facts)];
    case "revision_requested":
      return [newVersionTime(facts)];
    case "disputed":
      return disputeTimes(facts);
    case "cancelled":
    case "refunded":
      return sentBack(facts);
    default:
      return [deadlineTime(facts, order.heldSince ? "Your deadline, paused" : "Your deadline")];
  }
};

/** Where the deadline of work that came is said: with the version, once. */
const withDeadline = (step: LineStep, { order, moment }: Facts): string =>
  step.state === "now" && order.status === "delivered" && order.deadline && !order.undoUntil
    ? `Deadline: ${moment(order.deadline)}`
    : step.text;

const disputeLine = ({ order }: Facts): readonly (LineStep & { until?: true })[] => {
  const steps = order.dispute.filter(({ title }) => !title.startsWith("Without a decision"));
  const pending = order.key === "decided";
  const after = { state: "next" as const, title: "It takes effect", at: null, text: "at once if both sides accept it" };
  const shown = steps.map(({ state, title, at, until, note }) => ({
    ...{ state, title, at, text: pending && state === "now" ? note : "" },
    ...(until && { until }),
  }));
  return pending ? shown : [...shown, after];
};

const endLine = ({ order, money: { refunds } }: Facts): readonly LineStep[] => {
  const last = refunds.at(-1);
  if (!last) return order.timeline;
  const title = last.sentAt ? "Money sent back" : "Money on its way back";
  return [...order.timeline, { state: "now", title, at: last.sentAt ?? last.askedAt, text: "" }];
};

const lineOf = (facts: Facts): readonly (LineStep & { until?: true })[] => {
  const { status, timeline } = facts.order;
  if (status === "disputed") return disputeLine(facts);
  return status === "cancelled" || status === "refunded" ? endLine(facts) : timeline;
};

const shownAt = (at: Date | null, moment: FormatMoment) => at && { iso: at.toISOString(), text: moment(at) ?? "" };

/** The one card of an order's page: state, question, until when, and how far it is, in words. */
export function shownCard(facts: Facts) {
  const { order, texts, moment, now } = facts;
  const points = pointsOf(order);
  const version = order.deliveries.findLast(({ final }) => final)?.number ?? null;
  const reading = texts.reading?.number === version ? texts.reading : null;
  return {
    ...cardTexts({
      ...{ key: order.key, points: points.length, version, backCents: facts.money.backCents, next: order.next },
      ...{
        late: order.late,
        frozen: order.frozen,
        transfer: facts.transfer,
        answers: order.actions.map(({ action }) => action),
      },
      by: order.history.findLast(({ action }) => action === "cancel")?.by ?? null,
      reviewed: reading && {
        ...{ text: reading.text.trim() !== "", points: order.checklist.length, ticked: reading.along.ticked.length },
        noAi: reading.along.declaration?.aiUse === "nothing",
      },
      unstartedPercent: order.rules.refund.unstartedPercent,
      sent: facts.money.refunds.at(-1)?.sentAt != null,
    }),
    /** Nothing to do but to wait for money that is on its way, or for the bank. */
    waits: facts.transfer !== null || order.frozen,
    points,
    held: order.status === "completed" || order.status === "disputed" || order.undoUntil ? null : facts.held,
    reads:
      order.status === "revision_requested" ? `Then you have ${counted(order.reviewDays, "day")} to read it.` : null,
    now: now.toISOString(),
    times: timesOf(facts).flatMap(({ term, at, note, counts = false }) =>
      at ? [{ term, note, counts, at: at.toISOString(), text: moment(at) ?? "" }] : [],
    ),
    line: lineOf(facts).map((step) => ({
      state: step.state,
      title: step.title,
      at: shownAt(step.at, moment),
      until: step.until ?? false,
      text: withDeadline(step, facts),
    })),
    /** Both sides of a dispute in their own words, then the decision with its reasons. */
    sides:
      order.status === "disputed"
        ? quotedSteps(order).map(({ id, by, at, text }) => ({
            ...{ key: id, at: moment(at), text: text ?? "" },
            who: by === "C" ? "You" : by === "W" ? (order.writer ?? "Your writer") : "Our team",
          }))
        : [],
    /** Ids of the steps whose words stand here, so that no other part of the page repeats them. */
    quotedIds: quotedSteps(order).map(({ id }) => id),
  };
}
