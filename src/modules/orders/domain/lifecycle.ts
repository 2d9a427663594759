import type { GuardName } from "./guard-names.ts";
import { type ActorKind, type OrderStatus, paidStatuses, type Stage } from "./states.ts";

export const actions = [
  "place",
  "quote",
  "end-quote",
  "ask-quote",
  "confirm-payment",
  "expire",
  "cancel",
  "assign",
  "claim",
  "accept",
  "accept-for-writer",
  "decline",
  "lapse-offer",
  "withdraw-offer",
  "cancel-unassigned",
  "hold",
  "answer",
  "resume",
  "deliver",
  "request-revision",
  "complete",
  "complete-by-time",
  "complete-unreached",
  "release",
  "open-dispute",
  "decide-complete",
  "decide-refund",
  "decide-resume",
  "decide-reassign",
  "refund-undecided",
  "reassign",
  "chargeback",
  "end-chargeback",
] as const;
export type Action = (typeof actions)[number];

/** What a step does to money: the last column of the table in decisions 4. */
const moneyWords = [
  "none",
  "owed",
  "void",
  "held",
  "all back",
  "by ladder",
  "released",
  "frozen",
  "by decision",
] as const;
type MoneyWord = (typeof moneyWords)[number];

/** What the person, or the provider's event, must say along with a step. */
const needs = [
  "reason",
  "outcome",
  "points",
  "question",
  "answer",
  "quote",
  "writer",
  "payment",
  "chargeback",
] as const;
export type Need = (typeof needs)[number];

export type FactName =
  | "order.placed"
  | "order.quoted"
  | "order.quote-ended"
  | "order.quote-asked"
  | "order.paid"
  | "order.cancelled"
  | "order.assigned"
  | "order.started"
  | "order.unassigned"
  | "order.held"
  | "order.resumed"
  | "order.delivered"
  | "order.revision-asked"
  | "order.completed"
  | "order.released"
  | "order.disputed"
  | "order.refunded"
  | "order.reassigned"
  | "order.chargeback"
  | "order.chargeback-ended";

export type Step = {
  action: Action;
  from: readonly Stage[];
  to: OrderStatus | "same";
  actors: readonly ActorKind[];
  guards: readonly GuardName[];
  needs: readonly Need[];
  money: MoneyWord;
  fact: FactName;
};

const withWriter = ["assigned", "in_progress", "on_hold", "revision_requested"] as const;

const step = (
  action: Action,
  from: readonly Stage[],
  to: Step["to"],
  actors: readonly ActorKind[],
  money: MoneyWord,
  fact: FactName,
  more: { guards?: readonly GuardName[]; needs?: readonly Need[] } = {},
): Step => ({ action, from, to, actors, money, fact, guards: more.guards ?? [], needs: more.needs ?? [] });

/**
 * The whole life of an order (decisions 4), one row for each step. Permission, buttons, timers, notices, filters and
 * docs/lifecycle.md are derived from it. Timers hang on states: see life-timers.ts.
 */
export const lifecycle: readonly Step[] = [
  step("place", ["new"], "pending", ["C"], "owed", "order.placed", { guards: ["fair-use", "sellable"] }),
  step("quote", ["pending", "quoted"], "quoted", ["A"], "owed", "order.quoted", {
    guards: ["custom", "quote-complete"],
    needs: ["quote"],
  }),
  step("end-quote", ["quoted"], "pending", ["S"], "void", "order.quote-ended", { guards: ["quote-over"] }),
  step("ask-quote", ["quoted"], "pending", ["C"], "void", "order.quote-asked"),
  step("ask-quote", ["pending"], "pending", ["C"], "none", "order.quote-asked", { guards: ["quote-ended"] }),
  step("confirm-payment", ["pending", "quoted"], "confirmed", ["S", "A"], "held", "order.paid", {
    guards: ["has-price", "payment-equals-charge"],
    needs: ["payment"],
  }),
  step("expire", ["pending"], "cancelled", ["S"], "void", "order.cancelled", { guards: ["unpaid-over"] }),
  step("cancel", ["pending", "quoted"], "cancelled", ["C", "A"], "void", "order.cancelled"),
  step("cancel", ["confirmed"], "cancelled", ["C", "A"], "all back", "order.cancelled", { guards: ["not-frozen"] }),
  step("cancel", withWriter, "cancelled", ["C", "A"], "by ladder", "order.cancelled", {
    guards: ["not-frozen", "preview-seen"],
  }),
  step("cancel-unassigned", ["confirmed"], "cancelled", ["S"], "all back", "order.cancelled", {
    guards: ["not-frozen", "unassigned-over"],
  }),
  step("assign", ["confirmed"], "assigned", ["A"], "held", "order.assigned", {
    guards: ["time-left", "writer-fit", "writer-deadline"],
    needs: ["writer"],
  }),
  step("claim", ["confirmed"], "assigned", ["W"], "held", "order.assigned", {
    guards: ["claiming-allowed", "time-left", "writer-fit", "writer-deadline"],
    needs: ["writer"],
  }),
  step("accept", ["assigned"], "in_progress", ["W"], "held", "order.started"),
  step("accept-for-writer", ["assigned"], "in_progress", ["A"], "held", "order.started", { needs: ["reason"] }),
  step("decline", ["assigned"], "confirmed", ["W"], "held", "order.unassigned"),
  step("lapse-offer", ["assigned"], "confirmed", ["S"], "held", "order.unassigned", { guards: ["offer-over"] }),
  step("withdraw-offer", ["assigned"], "confirmed", ["A"], "held", "order.unassigned"),
  step("hold", ["in_progress"], "on_hold", ["W", "A"], "held", "order.held", { needs: ["question"] }),
  step("answer", ["on_hold"], "in_progress", ["C"], "held", "order.resumed", { needs: ["answer"] }),
  step("resume", ["on_hold"], "in_progress", ["S"], "held", "order.resumed", { guards: ["hold-over"] }),
  step("deliver", ["in_progress", "revision_requested"], "delivered", ["W", "A"], "held", "order.delivered", {
    guards: ["final-version", "checklist-ticked"],
  }),
  step("request-revision", ["delivered"], "revision_requested", ["C"], "held", "order.revision-asked", {
    guards: ["review-open"],
    needs: ["points"],
  }),
  step("request-revision", ["completed"], "revision_requested", ["C"], "held", "order.revision-asked", {
    guards: ["revision-open"],
    needs: ["points"],
  }),
  step("complete", ["delivered"], "completed", ["C"], "held", "order.completed"),
  step("complete-by-time", ["delivered"], "completed", ["S"], "held", "order.completed", {
    guards: ["client-reached", "review-over"],
  }),
  step("complete-unreached", ["delivered"], "completed", ["A"], "held", "order.completed", {
    guards: ["client-unreached", "unreached-over"],
    needs: ["reason"],
  }),
  step("release", ["completed"], "same", ["S"], "released", "order.released", {
    guards: ["not-released", "not-frozen", "revision-over"],
  }),
  step("open-dispute", ["in_progress"], "disputed", ["C", "W", "A"], "frozen", "order.disputed", {
    guards: ["late"],
    needs: ["reason", "outcome"],
  }),
  step("open-dispute", ["delivered", "revision_requested"], "disputed", ["C", "W", "A"], "frozen", "order.disputed", {
    needs: ["reason", "outcome"],
  }),
  step("open-dispute", ["completed"], "disputed", ["C"], "frozen", "order.disputed", {
    guards: ["revision-open"],
    needs: ["reason", "outcome"],
  }),
  step("decide-complete", ["disputed"], "completed", ["A"], "by decision", "order.completed", {
    guards: ["not-frozen", "decision-sound"],
    needs: ["reason"],
  }),
  step("decide-refund", ["disputed"], "refunded", ["A"], "by decision", "order.refunded", {
    guards: ["not-frozen", "decision-sound"],
    needs: ["reason"],
  }),
  step("decide-resume", ["disputed"], "in_progress", ["A"], "by decision", "order.resumed", {
    guards: ["new-deadline-sound"],
    needs: ["reason"],
  }),
  step("decide-reassign", ["disputed"], "confirmed", ["A"], "by decision", "order.reassigned", {
    guards: ["new-deadline-sound"],
    needs: ["reason"],
  }),
  step("refund-undecided", ["disputed"], "refunded", ["S"], "by decision", "order.refunded", {
    guards: ["not-frozen", "dispute-over"],
  }),
  step("reassign", withWriter, "confirmed", ["A"], "held", "order.reassigned", { needs: ["reason"] }),
  step("chargeback", paidStatuses, "same", ["S"], "frozen", "order.chargeback", {
    guards: ["was-paid", "not-frozen"],
    needs: ["chargeback"],
  }),
  step("end-chargeback", paidStatuses, "same", ["S"], "by decision", "order.chargeback-ended", {
    guards: ["was-paid", "chargeback-open"],
    needs: ["chargeback"],
  }),
];

/** The rows that leave a state. */
export const stepsFrom = (stage: Stage): readonly Step[] => lifecycle.filter((row) => row.from.includes(stage));

/** The row of an action in a state, whoever may take it; an action has at most one row in a state. */
export const stepFor = (stage: Stage, action: Action): Step | undefined =>
  lifecycle.find((row) => row.action === action && row.from.includes(stage));

/** May this kind of actor ever take this action, in any state? */
export const everMay = (action: Action, kind: ActorKind): boolean =>
  lifecycle.some((row) => row.action === action && row.actors.includes(kind));

/** Where a row leads from a state. */
export const leadsTo = (row: Step, stage: Stage): Stage => (row.to === "same" ? stage : row.to);

/** States that no step leaves for another state. */
export const finalStates: readonly Stage[] = ["cancelled", "refunded"];
