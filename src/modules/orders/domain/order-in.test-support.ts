import { minuteMs } from "#src/shared/units.ts";
import type { ActionParams } from "./action-params.ts";
import { dayMs, hourMs, plus } from "./deadlines.ts";
import type { Action } from "./lifecycle.ts";
import type { OrderFacts } from "./order-facts.ts";
import { type DecisionName, type Dispute, openedBy } from "./order-facts.ts";
import { type LifeSettings, lifeSettings, standardRules } from "./order-rules.ts";
import { refundFor } from "./refund-ladder.ts";
import type { Actor, ActorKind, Stage } from "./states.ts";

/** An order with nothing known yet: what is placed fills in its own part. */
export const blankOrder = (known: Pick<OrderFacts, "id" | "kind" | "clientId"> & Partial<OrderFacts>): OrderFacts => ({
  status: "new",
  paymentStatus: "pending",
  writerId: null,
  pages: null,
  priceCents: null,
  discount: null,
  shortfallCents: 0,
  currency: "USD",
  refundedCents: 0,
  lateCreditCents: 0,
  unpaidCents: 0,
  restPaidAt: null,
  change: null,
  moreTime: null,
  pricedAt: null,
  priceSteps: [],
  fairUseAccepted: false,
  rules: standardRules,
  deadline: null,
  writerDeadline: null,
  revisionDueAt: null,
  waitingSince: null,
  quoteEndsAt: null,
  quoteEnded: false,
  transferSince: null,
  confirmedAt: null,
  unassignedSince: null,
  assignedAt: null,
  heldSince: null,
  pausedMs: 0,
  workSince: null,
  firstDeliveredAt: null,
  firstRevisionAt: null,
  deliveredAt: null,
  approvedAt: null,
  completedAt: null,
  disputedAt: null,
  dispute: null,
  releasedAt: null,
  frozen: false,
  hasFinalDelivery: false,
  checklist: "none",
  draftOpened: false,
  pageOpenedAt: null,
  noticeRefused: false,
  ...known,
});

export const t0 = new Date("2026-03-02T12:00:00.000Z");
export const hours = (count: number): Date => plus(t0, count * hourMs);
export const days = (count: number): Date => plus(t0, count * dayMs);

export const actors: Readonly<Record<ActorKind, Actor>> = {
  C: { kind: "C", id: "client" },
  W: { kind: "W", id: "writer" },
  A: { kind: "A", id: "admin" },
  S: { kind: "S", id: "system:timers" },
};

const unpaid: readonly Stage[] = ["new", "pending", "quoted"];
const unassigned: readonly Stage[] = [...unpaid, "confirmed"];
const delivered: readonly Stage[] = ["delivered", "revision_requested", "completed", "disputed"];

/** A plausible order in a state: placed and paid at t0, $100.00, due 100 h later. */
export const orderIn = (status: Stage, known: Partial<OrderFacts> = {}): OrderFacts =>
  blankOrder({
    id: "order",
    kind: "priced",
    clientId: "client",
    status,
    priceCents: 10_000,
    pages: 5,
    pricedAt: t0,
    deadline: hours(100),
    fairUseAccepted: true,
    hasFinalDelivery: true,
    waitingSince: status === "new" ? null : t0,
    quoteEndsAt: status === "quoted" ? hours(48) : null,
    confirmedAt: unpaid.includes(status) ? null : t0,
    unassignedSince: status === "confirmed" || status === "assigned" ? t0 : null,
    writerId: unassigned.includes(status) ? null : "writer",
    writerDeadline: unassigned.includes(status) ? null : hours(90),
    assignedAt: unassigned.includes(status) ? null : t0,
    workSince: unassigned.includes(status) || status === "assigned" ? null : hours(1),
    heldSince: status === "on_hold" ? hours(10) : null,
    firstDeliveredAt: delivered.includes(status) ? hours(50) : null,
    deliveredAt: delivered.includes(status) ? hours(50) : null,
    completedAt: status === "completed" ? hours(60) : null,
    disputedAt: status === "disputed" ? hours(60) : null,
    ...known,
  });

export type Ripe = { order: OrderFacts; now: Date; params: ActionParams; settings: LifeSettings };

const wish = {
  deadline: days(6).toISOString(),
  deadlineDate: "2026-03-08",
  deadlineTime: "12:00",
  deadlineZone: "UTC",
  pages: 6,
  citedSources: null,
  cents: 12_000,
};
const moreTime = { deadline: days(6).toISOString(), askedAt: hours(50).toISOString() };
const askedFor = { ...wish, askedAt: hours(50).toISOString(), agreedAt: null };

const allParams = (order: OrderFacts, now: Date): ActionParams => ({
  reason: "A reason",
  outcome: "An outcome",
  points: "Paragraph two",
  question: "Which edition?",
  answer: "The second",
  quote: { cents: 12_000, scope: "Ten pages", deadline: plus(now, 5 * dayMs) },
  counter: { cents: 10_000, deadline: plus(now, 6 * dayMs), text: "Eight pages" },
  writer: { id: "writer", active: true, openOrders: 2, capacity: 3 },
  payment: { cents: 10_000, currency: "USD", charge: { cents: 10_000, currency: "USD" } },
  chargeback: { cents: 10_000, won: false },
  change: wish,
  changeSeenCents: wish.cents,
  refundCents: 1_000,
  bearer: "operator",
  refundSeenCents: refundFor(order, { wants: "stop" }, now).cents,
});

const decision = { at: hours(65), by: "admin", refundCents: null, bearer: null, deadline: null, accepted: [] };
const dispute = (known: Partial<Dispute> = {}): Partial<OrderFacts> => ({ dispute: { ...openedBy("A"), ...known } });
const decidedAs = (name: DecisionName) => ({
  now: hours(65 + 72),
  known: dispute({ answered: ["C", "W"], decision: { ...decision, name } }),
});
const heard = { known: dispute({ answered: ["C", "W"] }) };
const pending = { known: decidedAs("complete").known };

/** For the actions whose condition needs another moment or another event than the plausible one. */
const moments: Partial<Record<Action, { now?: Date; known?: Partial<OrderFacts> }>> = {
  quote: { known: { kind: "custom" } },
  "end-quote": { now: hours(48), known: { kind: "custom" } },
  "ask-quote": { known: { kind: "custom", quoteEnded: true } },
  expire: { now: hours(72) },
  "cancel-unassigned": { now: hours(100) },
  "lapse-offer": { now: hours(2) },
  resume: { now: days(8) },
  "undo-approval": { known: { approvedAt: hours(55) } },
  complete: { now: plus(hours(55), minuteMs), known: { approvedAt: hours(55) } },
  "complete-by-time": { now: days(10), known: { pageOpenedAt: hours(51) } },
  "complete-unreached": { now: days(17) },
  "end-unpaid": { now: days(17), known: { unpaidCents: 7_000 } },
  "withdraw-change": { known: { change: askedFor } },
  "accept-change": { known: { change: askedFor } },
  "decline-change": { known: { change: askedFor } },
  "lapse-change": { now: hours(74), known: { change: askedFor } },
  "apply-change": { known: { change: { ...askedFor, agreedAt: hours(51).toISOString() } } },
  "agree-time": { known: { moreTime } },
  "refuse-time": { known: { moreTime } },
  "withdraw-time": { known: { moreTime } },
  "lapse-time": { now: hours(74), known: { moreTime } },
  release: { now: days(17) },
  "answer-dispute": { known: dispute() },
  "decide-complete": heard,
  "decide-refund": heard,
  "decide-resume": heard,
  "decide-reassign": heard,
  "accept-decision": pending,
  "appeal-decision": pending,
  "complete-decided": decidedAs("complete"),
  "refund-decided": decidedAs("refund"),
  "resume-decided": decidedAs("resume"),
  "reassign-decided": decidedAs("reassign"),
  "refund-undecided": { now: days(33) },
  "end-chargeback": { known: { frozen: true } },
};

/** An order, a moment and answers with which every condition of this action in this state holds. */
export const ripe = (status: Stage, action: Action): Ripe => {
  const late = action === "open-dispute" && status === "in_progress";
  const usual = status === "completed" || status === "disputed" ? hours(70) : hours(55);
  const now = late ? hours(101) : (moments[action]?.now ?? usual);
  const order = orderIn(status, moments[action]?.known);
  const params = { ...allParams(order, now), ...(action === "ask-time" && { deadline: days(6) }) };
  return { order, now, params, settings: { ...lifeSettings, writersMayClaim: true } };
};
