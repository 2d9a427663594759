import * as time from "./deadlines.ts";
import * as dispute from "./dispute.ts";
import type { Action } from "./lifecycle.ts";
import type { DecisionName, OrderFacts } from "./order-facts.ts";
import type { LifeSettings } from "./order-rules.ts";
import { changeStages, type Stage } from "./states.ts";

const lifeTimerKinds = [
  "order.unpaid-end",
  "order.quote-alarm",
  "order.quote-end",
  "order.unassigned-end",
  "order.accept-end",
  "order.late-alarm",
  "order.late-offer",
  "order.hold-reminder-1",
  "order.hold-reminder-2",
  "order.hold-end",
  "order.approval-end",
  "order.review-reminder-1",
  "order.review-reminder-2",
  "order.review-end",
  "order.unreached-end",
  "order.revision-end",
  "order.dispute-heard",
  "order.dispute-alarm",
  "order.decided-complete",
  "order.decided-refund",
  "order.decided-resume",
  "order.decided-reassign",
  "order.dispute-end",
  "order.rest-reminder-1",
  "order.rest-reminder-2",
  "order.rest-end",
  "order.change-end",
  "order.time-end",
] as const;
export type LifeTimerKind = (typeof lifeTimerKinds)[number];

/** What a timer that runs out does: a step of the table by S, or an event that notifies people; `otherwise` when a guard refuses. */
export type LifeTimer = {
  kind: LifeTimerKind;
  while: readonly Stage[];
  says: string;
  does: { action: Action; otherwise?: TimerEventName } | { event: TimerEventName };
  due: (order: OrderFacts, settings: LifeSettings) => Date | null;
  /** It would move money, so it stops while a chargeback is open. */
  movesMoney?: true;
};

export type TimerEventName =
  | "order.quote-alarm"
  | "order.late-alarm"
  | "order.late-offer"
  | "order.hold-reminder"
  | "order.review-reminder"
  | "order.dispute-heard"
  | "order.dispute-alarm"
  | "order.rest-reminder"
  | "order.rest-unpaid"
  | "order.unreached"
  | "order.unreached-decide";

const withoutDelivery: readonly Stage[] = ["confirmed", "assigned", "in_progress"];

/** A decision takes effect on its own, unless it is appealed. */
const decided = (name: DecisionName, does: Action): LifeTimer => ({
  kind: `order.decided-${name}`,
  while: ["disputed"],
  says: "72 h after the decision, at once when both sides accept it",
  does: { action: does },
  due: (order) => (dispute.pendingDecision(order)?.name === name ? dispute.decisionEnd(order) : null),
  movesMoney: true,
});

/** Timers belong to states: a step into a state sets them, a step out of it clears them. */
export const lifeTimers: readonly LifeTimer[] = [
  {
    kind: "order.unpaid-end",
    while: ["pending"],
    says: "72 h after placing or at the deadline; 7 d for an announced transfer; a custom order without a quote at its deadline",
    does: { action: "expire" },
    due: time.unpaidEnd,
  },
  {
    kind: "order.quote-alarm",
    while: ["pending"],
    says: "24 h without a quote: an admin is alarmed",
    does: { event: "order.quote-alarm" },
    due: time.quoteAlarm,
  },
  {
    kind: "order.quote-end",
    while: ["quoted"],
    says: "48 h after the quote",
    does: { action: "end-quote" },
    due: time.quoteEnd,
  },
  {
    kind: "order.unassigned-end",
    while: ["confirmed"],
    says: "at the deadline",
    does: { action: "cancel-unassigned" },
    due: time.unassignedEnd,
    movesMoney: true,
  },
  {
    kind: "order.accept-end",
    while: ["assigned"],
    says: "2 h after the offer",
    does: { action: "lapse-offer" },
    due: time.acceptEnd,
  },
  {
    kind: "order.late-alarm",
    while: [...withoutDelivery, "revision_requested"],
    says: "24 h late, a revision too: an admin is alarmed",
    does: { event: "order.late-alarm" },
    due: time.lateAlarm,
  },
  {
    kind: "order.late-offer",
    while: withoutDelivery,
    says: "72 h late: the client is offered the full refund",
    does: { event: "order.late-offer" },
    due: time.lateOffer,
  },
  {
    kind: "order.hold-reminder-1",
    while: ["on_hold"],
    says: "24 h: reminder",
    does: { event: "order.hold-reminder" },
    due: (order, settings) => time.holdReminders(order, settings)[0] ?? null,
  },
  {
    kind: "order.hold-reminder-2",
    while: ["on_hold"],
    says: "72 h: reminder",
    does: { event: "order.hold-reminder" },
    due: (order, settings) => time.holdReminders(order, settings)[1] ?? null,
  },
  {
    kind: "order.hold-end",
    while: ["on_hold"],
    says: "7 d: work continues",
    does: { action: "resume" },
    due: time.holdEnd,
  },
  {
    kind: "order.approval-end",
    while: ["delivered"],
    says: "60 s after the client's approval, which can be undone until then",
    does: { action: "complete" },
    due: time.approvalEnd,
  },
  {
    kind: "order.review-reminder-1",
    while: ["delivered"],
    says: "half of the review time: reminder",
    does: { event: "order.review-reminder" },
    due: (order, settings) => time.reviewReminders(order, settings)[0] ?? null,
  },
  {
    kind: "order.review-reminder-2",
    while: ["delivered"],
    says: "85% of the review time: reminder",
    does: { event: "order.review-reminder" },
    due: (order, settings) => time.reviewReminders(order, settings)[1] ?? null,
  },
  {
    kind: "order.review-end",
    while: ["delivered"],
    says: "7 d (14 d from 20 pages); not seen by the client: admin queue",
    does: { action: "complete-by-time", otherwise: "order.unreached" },
    due: time.reviewEnd,
  },
  {
    kind: "order.unreached-end",
    while: ["delivered"],
    says: "7 d later: an admin decides about work that was not seen",
    does: { action: "complete-by-time", otherwise: "order.unreached-decide" },
    due: time.unreachedEnd,
  },
  {
    kind: "order.revision-end",
    while: ["completed"],
    says: "14 d (30 d from 20 pages) after completion",
    does: { action: "release" },
    due: time.revisionOpenUntil,
    movesMoney: true,
  },
  {
    kind: "order.dispute-heard",
    while: ["disputed"],
    says: "72 h: the other side has not answered, an admin can decide",
    does: { event: "order.dispute-heard" },
    due: dispute.answersEnd,
  },
  {
    kind: "order.dispute-alarm",
    while: ["disputed"],
    says: "5 d without a decision, or after an appeal: an admin is alarmed",
    does: { event: "order.dispute-alarm" },
    due: dispute.decideAlarm,
  },
  decided("complete", "complete-decided"),
  decided("refund", "refund-decided"),
  decided("resume", "resume-decided"),
  decided("reassign", "reassign-decided"),
  {
    kind: "order.dispute-end",
    while: ["disputed"],
    says: "30 d without a decision",
    does: { action: "refund-undecided" },
    due: dispute.undecidedEnd,
    movesMoney: true,
  },
  {
    kind: "order.rest-reminder-1",
    while: ["delivered"],
    says: "24 h after the delivery without the second payment: reminder",
    does: { event: "order.rest-reminder" },
    due: (order, settings) => time.restReminders(order, settings)[0] ?? null,
  },
  {
    kind: "order.rest-reminder-2",
    while: ["delivered"],
    says: "72 h without the second payment: reminder",
    does: { event: "order.rest-reminder" },
    due: (order, settings) => time.restReminders(order, settings)[1] ?? null,
  },
  {
    kind: "order.rest-end",
    while: ["delivered"],
    says: "14 d without the second payment: admin queue",
    does: { event: "order.rest-unpaid" },
    due: time.restEnd,
  },
  {
    kind: "order.change-end",
    while: changeStages,
    says: "24 h after the client asked for a change, and again after it was agreed and not paid",
    does: { action: "lapse-change" },
    due: time.changeEnd,
  },
  {
    kind: "order.time-end",
    while: changeStages,
    says: "24 h after the client was asked for a later deadline",
    does: { action: "lapse-time" },
    due: time.moreTimeEnd,
  },
];

export type TimerChanges = { set: readonly { kind: LifeTimerKind; due: Date }[]; clear: readonly LifeTimerKind[] };

const runsAt = (timer: LifeTimer, order: OrderFacts, settings: LifeSettings): Date | null =>
  timer.while.includes(order.status) && !(order.frozen && timer.movesMoney) ? timer.due(order, settings) : null;

/** Every timer that an order in this state should have, with its instant. */
export const timersOf = (order: OrderFacts, settings: LifeSettings): readonly { kind: LifeTimerKind; due: Date }[] =>
  lifeTimers.flatMap((timer) => {
    const due = runsAt(timer, order, settings);
    return due ? [{ kind: timer.kind, due }] : [];
  });

/**
 * The timers to set and to clear between two moments of an order. A reminder whose instant has passed is not set
 * again; a step that is due is, so that the next tick takes it.
 */
export const timerChanges = (
  before: OrderFacts,
  after: OrderFacts,
  now: Date,
  settings: LifeSettings,
): TimerChanges => {
  const set: { kind: LifeTimerKind; due: Date }[] = [];
  const clear: LifeTimerKind[] = [];
  for (const timer of lifeTimers) {
    const was = runsAt(timer, before, settings);
    const is = runsAt(timer, after, settings);
    if (was && !is) clear.push(timer.kind);
    if (!is || was?.getTime() === is.getTime()) continue;
    if ("action" in timer.does || is > now) set.push({ kind: timer.kind, due: is });
    else if (was) clear.push(timer.kind);
  }
  return { set, clear };
};
