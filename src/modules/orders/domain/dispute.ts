import { dayMs, hourMs, plus } from "./deadlines.ts";
import { type Dispute, type DisputeDecision, openedBy, type Side } from "./dispute-facts.ts";
import type { OrderFacts } from "./order-facts.ts";

type Disputed = Pick<OrderFacts, "dispute" | "disputedAt" | "writerId" | "rules">;

/** A dispute of before its sides were written down was the client's. */
export const disputeOf = ({ dispute }: Pick<OrderFacts, "dispute">): Dispute => dispute ?? openedBy("C");

/** The sides that did not open it. */
export const sidesToAnswer = (order: Disputed): readonly Side[] =>
  (["C", "W"] as const).filter((side) => side !== disputeOf(order).by && (side === "C" || order.writerId !== null));

export const answerEnd = ({ disputedAt, rules }: Disputed): Date | null =>
  disputedAt && plus(disputedAt, rules.disputeAnswerHours * hourMs);

const allAnswered = (order: Disputed): boolean =>
  sidesToAnswer(order).every((side) => disputeOf(order).answered.includes(side));

/** Both sides have spoken, or the time to answer is over. */
export const hasEverySideAnswered = (order: Disputed, now: Date): boolean => {
  const end = answerEnd(order);
  return allAnswered(order) || (end !== null && now >= end);
};

/** The decision that waits to take effect; an appeal stops the one before it. */
export const pendingDecision = (order: Pick<OrderFacts, "dispute">): DisputeDecision | null => {
  const { decision, appeal } = disputeOf(order);
  return decision && (!appeal || decision.at > appeal.at) ? decision : null;
};

const bothAccept = (order: Disputed, { accepted }: DisputeDecision): boolean =>
  accepted.includes("C") && (order.writerId === null || accepted.includes("W"));

/** When the pending decision takes effect: 72 h after it, or at once when both sides accept it. */
export const decisionEnd = (order: Disputed): Date | null => {
  const decision = pendingDecision(order);
  if (!decision) return null;
  return bothAccept(order, decision) ? decision.at : plus(decision.at, order.rules.decisionHours * hourMs);
};

/** Until when the admins should have decided; an appeal begins that time anew. */
export const decideBy = (order: Disputed): Date | null => {
  const { appeal } = disputeOf(order);
  const from = appeal?.at ?? order.disputedAt;
  return from && plus(from, order.rules.disputeDecideDays * dayMs);
};

/** When everything goes back: never while a decision waits to take effect. */
export const undecidedEnd = (order: Disputed): Date | null =>
  order.disputedAt && !pendingDecision(order) ? plus(order.disputedAt, order.rules.disputeDays * dayMs) : null;

/** From when an admin without colleagues may decide about an appeal against the own decision. */
export const aloneFrom = (order: Disputed): Date | null => {
  const { appeal } = disputeOf(order);
  return appeal && plus(appeal.at, order.rules.appealAloneHours * hourMs);
};

/** The time to answer is over and somebody has not: an admin can decide. Null when nobody waits for it. */
export const answersEnd = (order: Disputed): Date | null =>
  allAnswered(order) || disputeOf(order).decision ? null : answerEnd(order);

export const decideAlarm = (order: Disputed): Date | null => (pendingDecision(order) ? null : decideBy(order));

/**
 * The instants of a dispute (decisions, "A dispute"), null where one does not apply any more, and the sides that may
 * still answer: none once each has answered or the time to answer is over.
 */
export const disputeTimes = (order: Disputed, now: Date) => ({
  answerEnd: answerEnd(order),
  decideBy: decideBy(order),
  takesEffect: decisionEnd(order),
  waitsFor: hasEverySideAnswered(order, now)
    ? []
    : sidesToAnswer(order).filter((side) => !disputeOf(order).answered.includes(side)),
});
