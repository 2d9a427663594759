import { counted } from "#src/shared/counted.ts";
import { invalid, type Refusal, refuse } from "#src/shared/outcome.ts";
import { type ActionParams, laterDeadline } from "./action-params.ts";
import { counterSound, quoteComplete } from "./custom-quote.ts";
import * as time from "./deadlines.ts";
import { netCents } from "./discount.ts";
import * as dispute from "./dispute.ts";
import type { GuardName } from "./guard-names.ts";
import type { DecisionName, OrderFacts, Side } from "./order-facts.ts";
import type { LifeSettings } from "./order-rules.ts";
import { refundFor } from "./refund-ladder.ts";
import type { Actor } from "./states.ts";

export type Asked = { order: OrderFacts; actor: Actor; now: Date; params: ActionParams; settings: LifeSettings };

type Guard = {
  /** "standing" looks at the order and the clock, so that buttons can ask it; "input" looks at the parameters. */
  looksAt: "standing" | "input";
  check: (asked: Asked) => Refusal | null;
};

const stateGuard = (holds: (asked: Asked) => boolean, message: string): Guard => ({
  looksAt: "standing",
  check: (asked) => (holds(asked) ? null : refuse("conflict", message)),
});
const field = (path: string, message: string): Refusal => invalid([{ path, message }], message);
const wholeCents = (cents: number): boolean => Number.isSafeInteger(cents) && cents > 0;

/** The refund that this person would see now, before cancelling; clients and writers cannot name another's fault. */
export const cancelRefund = ({ order, actor, now, params }: Asked) => {
  const cause = actor.kind === "A" ? (params.cause ?? "client") : "client";
  return refundFor(order, { wants: "stop", cause }, now);
};

const previewSeen = (asked: Asked): Refusal | null => {
  const answer = cancelRefund(asked);
  const data = { refundCents: answer.cents, percent: answer.percent, rule: answer.rule };
  const seen = asked.params.refundSeenCents;
  if (seen === undefined) return refuse("invalid", "Look at the refund first, then cancel.", { data });
  return seen === answer.cents ? null : refuse("price-changed", "The refund has changed. Look at it again.", { data });
};

const writerFit = ({ order, actor, params }: Asked): Refusal | null => {
  const writer = params.writer;
  if (!writer) return null;
  if (actor.kind === "W" && writer.id !== actor.id)
    return refuse("forbidden", "You can take an order for yourself only.");
  if (writer.id === order.clientId) return field("writer", "The client of this order cannot be its writer.");
  if (!writer.active) return field("writer", "This writer is not active.");
  return writer.openOrders < writer.capacity ? null : field("writer", "This writer has no room for one more order.");
};

/** Work freed after it was due to the client leaves nothing; then an admin names a later date for the writer itself. */
const writerDeadline = ({ order, params, now, settings }: Asked): Refusal | null => {
  const asked = params.writerDeadline;
  const due = time.dueAt(order);
  if (!due) return null;
  const late = now >= due;
  if (!asked)
    return late ? field("writerDeadline", "The client's deadline has passed. Choose a date for the writer.") : null;
  if (asked <= now) return field("writerDeadline", "This time is in the past. Choose a later one.");
  if (late || asked <= time.latestWriterDeadline(due, now, settings)) return null;
  return field("writerDeadline", "This leaves too little time before the client's deadline. Choose an earlier one.");
};

const timeLeft = ({ order, now, settings }: Asked): boolean => {
  const due = time.dueAt(order);
  return !due || now >= due || time.latestWriterDeadline(due, now, settings) > now;
};

const paymentEqualsCharge = ({ order, params }: Asked): Refusal | null => {
  const { payment } = params;
  if (!payment) return null;
  const equal = payment.cents === payment.charge.cents && payment.currency === payment.charge.currency;
  const nothingToPay = payment.cents === 0 && netCents(order) === 0;
  return equal && (wholeCents(payment.cents) || nothingToPay)
    ? null
    : refuse("conflict", "The payment is not the amount that is due.");
};

const decisionSound = ({ order, params }: Asked): Refusal | null => {
  const cents = params.refundCents;
  if (cents === undefined) return null;
  const left = netCents(order) - order.refundedCents - order.unpaidCents;
  if (!Number.isSafeInteger(cents) || cents < 0) return field("refundCents", "Give an amount in whole cents.");
  return cents <= left ? null : field("refundCents", "This is more than what is left of the payment.");
};

const changeSound = ({ order, params }: Asked): Refusal | null => {
  const change = params.change;
  if (!change) return null;
  if (change.deadline === null && change.pages === null && change.citedSources === null)
    return field("deadlineDate", "You changed nothing yet. Change the deadline, the pages or the sources.");
  const shorter = change.pages !== null && change.pages < (order.pages ?? 0);
  return shorter && order.draftOpened
    ? field("pages", "You have opened a draft, so the work cannot get shorter.")
    : null;
};

const changeSeen = ({ order, params }: Asked): Refusal | null => {
  const { change, changeSeenCents } = params;
  if (!change || changeSeenCents === change.cents) return null;
  const after = { ...order, priceCents: change.cents };
  const data = { totalCents: change.cents, differenceCents: netCents(after) - netCents(order) };
  return refuse("price-changed", "Look at the new total, then send it again.", { data });
};

const beforeOrWithoutEnd = (end: Date | null, now: Date): boolean => end === null || now < end;

const refundIsSound = (asked: Asked): Refusal | null => {
  const { refundCents, bearer } = asked.params;
  if (refundCents === undefined || refundCents === 0) return field("refundCents", "Write an amount like 20.00.");
  return decisionSound(asked) ?? (bearer ? null : field("bearer", "Say who pays for it."));
};

/** The work continues when the decision takes effect, so the new deadline lies behind that. */
const newDeadlineSound = ({ order, params, now }: Asked): Refusal | null =>
  params.deadline === undefined || params.deadline > time.plus(now, order.rules.decisionHours * time.hourMs)
    ? null
    : field(
        "deadline",
        `Choose a time more than ${counted(order.rules.decisionHours, "hour")} from now: the work continues then.`,
      );

const sideOf = ({ actor }: Asked): Side | null => (actor.kind === "C" || actor.kind === "W" ? actor.kind : null);

const answerable = (asked: Asked): boolean => {
  const { order, now } = asked;
  const side = sideOf(asked);
  const { answered, decision } = dispute.disputeOf(order);
  return (
    side !== null &&
    dispute.sidesToAnswer(order).includes(side) &&
    !answered.includes(side) &&
    decision === null &&
    beforeOrWithoutEnd(dispute.answerEnd(order), now)
  );
};

/** After an appeal another admin decides; one without colleagues waits a day. */
const otherAdmin = ({ order, actor, now, params }: Asked): Refusal | null => {
  const { decision, appeal } = dispute.disputeOf(order);
  if (!appeal || decision?.by !== actor.id) return null;
  if (!params.onlyAdmin)
    return refuse("conflict", "You made the first decision. Another admin decides about the appeal.");
  return time.reached(dispute.aloneFrom(order), now)
    ? null
    : refuse(
        "conflict",
        `You are the only admin for orders, so you can decide ${counted(order.rules.appealAloneHours, "hour")} after the appeal.`,
      );
};

const decided = (name: DecisionName): Guard =>
  stateGuard(
    ({ order, now }) => dispute.pendingDecision(order)?.name === name && time.reached(dispute.decisionEnd(order), now),
    "The decision does not take effect yet.",
  );

/** The conditions of the lifecycle table. An end belongs to what comes after it: at the instant itself it is over. */
export const guards: Readonly<Record<GuardName, Guard>> = {
  "fair-use": stateGuard(({ order }) => order.fairUseAccepted, "The fair-use terms must be accepted first."),
  sellable: stateGuard(
    ({ order }) => order.kind === "custom" || wholeCents(order.priceCents ?? 0),
    "This order has no price yet.",
  ),
  custom: stateGuard(({ order }) => order.kind === "custom", "This order has a price from the calculator."),
  "quote-complete": { looksAt: "input", check: quoteComplete },
  "counter-sound": { looksAt: "input", check: counterSound },
  "no-transfer": stateGuard(
    ({ order }) => order.transferSince === null,
    "The client accepted this price and announced a transfer, so it stays valid.",
  ),
  "quote-over": stateGuard(
    ({ order, now, settings }) => time.reached(time.quoteEnd(order, settings), now),
    "The quote is still valid.",
  ),
  "quote-ended": stateGuard(({ order }) => order.quoteEnded, "A quote is being prepared already."),
  "has-price": stateGuard(({ order }) => wholeCents(order.priceCents ?? 0), "This order has no price yet."),
  "payment-equals-charge": { looksAt: "input", check: paymentEqualsCharge },
  "unpaid-over": stateGuard(
    ({ order, now, settings }) => time.reached(time.unpaidEnd(order, settings), now),
    "The time to pay is not over.",
  ),
  "preview-seen": { looksAt: "input", check: previewSeen },
  "not-frozen": stateGuard(({ order }) => !order.frozen, "The money of this order is frozen by a chargeback."),
  "unassigned-over": stateGuard(
    ({ order, now }) => time.reached(time.unassignedEnd(order), now),
    "The deadline has not passed.",
  ),
  "time-left": stateGuard(timeLeft, "The deadline is too close for a writer to start."),
  "writer-fit": { looksAt: "input", check: writerFit },
  "writer-deadline": { looksAt: "input", check: writerDeadline },
  "claiming-allowed": stateGuard(({ settings }) => settings.writersMayClaim, "Our team assigns the orders."),
  "offer-over": stateGuard(
    ({ order, now, settings }) => time.reached(time.acceptEnd(order, settings), now),
    "The writer still has time to answer.",
  ),
  "hold-over": stateGuard(({ order, now }) => time.reached(time.holdEnd(order), now), "The pause is not over."),
  "final-version": stateGuard(({ order }) => order.hasFinalDelivery, "Add a final version first."),
  "checklist-ticked": stateGuard(({ order }) => order.checklist !== "open", "Tick the whole checklist first."),
  approved: stateGuard(({ order }) => order.approvedAt !== null, "The work is not approved."),
  "not-approved": stateGuard(({ order }) => order.approvedAt === null, "You approved the work. Undo that first."),
  "approval-over": stateGuard(
    ({ order, now }) => time.reached(time.approvalEnd(order), now),
    "The approval can still be undone.",
  ),
  "review-open": stateGuard(
    ({ order, now }) => beforeOrWithoutEnd(time.reviewOpenUntil(order), now),
    "The review time is over.",
  ),
  "review-over": stateGuard(
    ({ order, now }) => time.reached(time.reviewOpenUntil(order), now),
    "The review time is not over.",
  ),
  "client-reached": stateGuard(({ order }) => time.isReached(order), "The client has not seen the work."),
  "client-unreached": stateGuard(({ order }) => !time.isReached(order), "The client has seen the work and decides."),
  "unreached-over": stateGuard(
    ({ order, now }) => time.reached(time.unreachedEnd(order), now),
    "The client still has time to look at the work.",
  ),
  "revision-open": stateGuard(({ order, now }) => {
    const end = time.revisionOpenUntil(order);
    return end !== null && now < end;
  }, "The time to ask for changes is over."),
  "revision-over": stateGuard(
    ({ order, now }) => time.reached(time.revisionEnd(order), now),
    "The time to ask for changes is not over.",
  ),
  "not-released": stateGuard(({ order }) => order.releasedAt === null, "The money is released already."),
  late: stateGuard(({ order, now }) => time.lateMs(order, now) > 0, "The deadline has not passed."),
  "decision-sound": { looksAt: "input", check: decisionSound },
  "give-back-sound": { looksAt: "input", check: refundIsSound },
  "new-deadline-sound": { looksAt: "input", check: newDeadlineSound },
  "dispute-answerable": stateGuard(answerable, "The time to answer is over, or there is an answer already."),
  "both-heard": stateGuard(
    ({ order, now }) => dispute.hasEverySideAnswered(order, now),
    "The other side still has time to answer.",
  ),
  "no-decision": stateGuard(
    ({ order }) => !dispute.pendingDecision(order),
    "A decision is made. It takes effect automatically.",
  ),
  "other-admin": { looksAt: "input", check: otherAdmin },
  "decision-pending": stateGuard(({ order }) => dispute.pendingDecision(order) !== null, "There is no decision yet."),
  "not-accepted": stateGuard((asked) => {
    const side = sideOf(asked);
    return side !== null && !dispute.pendingDecision(asked.order)?.accepted.includes(side);
  }, "You accepted the decision already."),
  "appeal-open": stateGuard(
    ({ order, now }) => dispute.disputeOf(order).appeal === null && !time.reached(dispute.decisionEnd(order), now),
    "No appeal is possible any more: there was one already, or its time is over.",
  ),
  "decided-complete": decided("complete"),
  "decided-refund": decided("refund"),
  "decided-resume": decided("resume"),
  "decided-reassign": decided("reassign"),
  "dispute-over": stateGuard(
    ({ order, now }) => time.reached(dispute.undecidedEnd(order), now),
    "Our team still has time to decide.",
  ),
  "was-paid": stateGuard(({ order }) => order.confirmedAt !== null, "Nothing was paid for this order."),
  "rest-paid": stateGuard(({ order }) => order.unpaidCents === 0, "The second payment is still open."),
  "rest-over": stateGuard(
    ({ order, now }) => time.reached(time.restEnd(order), now),
    "The client still has time for the second payment.",
  ),
  changeable: stateGuard(
    ({ order }) => order.kind === "priced" && order.refundedCents === 0,
    "This order can be changed by our team alone. Write to support.",
  ),
  "no-change": stateGuard(({ order }) => order.change === null, "A change is open already."),
  "change-sound": { looksAt: "input", check: changeSound },
  "change-seen": { looksAt: "input", check: changeSeen },
  "change-asked": stateGuard(({ order }) => order.change?.agreedAt === null, "No change waits for an answer."),
  "change-agreed": stateGuard(({ order }) => Boolean(order.change?.agreedAt), "No change waits for a payment."),
  "change-open": stateGuard(({ order }) => order.change !== null, "No change is open."),
  "change-over": stateGuard(
    ({ order, now }) => time.reached(time.changeEnd(order), now),
    "There is still time for the change.",
  ),
  "change-in-time": stateGuard(
    ({ order, now }) => !order.change?.deadline || new Date(order.change.deadline) > now,
    "The new deadline has passed. Decline the change.",
  ),
  "no-time-asked": stateGuard(({ order }) => order.moreTime === null, "The client is asked for more time already."),
  "later-deadline": { looksAt: "input", check: laterDeadline },
  "time-asked": stateGuard(({ order }) => order.moreTime !== null, "No later deadline is asked for."),
  "time-over": stateGuard(
    ({ order, now }) => time.reached(time.moreTimeEnd(order), now),
    "The client still has time to answer.",
  ),
  "time-still-ahead": stateGuard(
    ({ order, now }) => order.moreTime !== null && new Date(order.moreTime.deadline) > now,
    "The new deadline has passed. Write to Support.",
  ),
  "chargeback-open": stateGuard(({ order }) => order.frozen, "No chargeback is open."),
};
