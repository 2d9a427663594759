import { formatUsd } from "#src/shared/money.ts";
import { dayMs, hourMs, plus } from "./deadlines.ts";
import { netCents } from "./discount.ts";
import { type Dispute, type DisputeDecision, type OrderFacts, openedBy, type Side } from "./order-facts.ts";

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

export type DisputeStep = {
  state: "done" | "now" | "next";
  title: string;
  at: Date | null;
  until?: true;
  note: string;
};
type Reader = Side | "A";

const sideNames: Readonly<Record<Reader, string>> = { C: "the client", W: "the writer", A: "our team" };
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const named = (side: Reader, reader: Reader): string => (side === reader && side !== "A" ? "you" : sideNames[side]);

const leftOf = (order: OrderFacts): number => Math.max(0, netCents(order) - order.refundedCents - order.unpaidCents);

/** What a decision means, in words for both sides. */
const decisionText = (order: OrderFacts, { name, refundCents }: DisputeDecision, reader: Reader): string => {
  const left = leftOf(order);
  const back = Math.min(left, refundCents ?? (name === "refund" ? left : 0));
  const money =
    back === 0
      ? ""
      : `${formatUsd(back)}${back < left ? ` of ${formatUsd(left)}` : ""} goes back to ${named("C", reader)}`;
  if (name === "complete") return money ? `the work is accepted, and ${money}` : "the work is accepted";
  if (name === "refund") return money || "the order ends, and no money goes back";
  return name === "resume" ? "the writer continues" : "another writer does the work";
};

type DisputeClock = { title: string; at: Date };

/** What a dispute counts to: the day by which it is decided, then the instant at which the decision takes effect. */
export const disputeClock = (order: OrderFacts, reader: Reader): DisputeClock | null => {
  if (order.status !== "disputed") return null;
  const decided = pendingDecision(order) !== null;
  const at = decided ? decisionEnd(order) : decideBy(order);
  const decide = reader === "A" ? "Decide by" : "We decide by";
  return at && { title: decided ? "The decision takes effect" : decide, at };
};

const answerSteps = (order: OrderFacts, reader: Reader, now: Date): DisputeStep[] => {
  const { answered, decision } = disputeOf(order);
  const end = answerEnd(order);
  return sidesToAnswer(order).map((side): DisputeStep => {
    const who = capital(named(side, reader));
    if (answered.includes(side)) return { state: "done", title: `${who} answered`, at: null, note: "" };
    if (decision || (end && now >= end))
      return { state: "done", title: `${who} did not answer in time`, at: null, note: "" };
    const note = side === reader ? "Say what happened from your side. You can add files as evidence." : "";
    return { state: "now", title: `${who} can answer`, at: end, until: true, note };
  });
};

const effectNote = (decision: DisputeDecision, reader: Reader, mayAppeal: boolean): string => {
  const by = decision.accepted.map((side) => named(side, reader)).join(" and ");
  const accepted = by ? ` Accepted by ${by}.` : "";
  return `At once when both sides accept it.${accepted}${mayAppeal ? " Until then one of the two sides can appeal. Then another person of our team decides again." : ""}`;
};

/** Where a dispute stands, for one reader: what was done, what is waited for and until when, and what follows. */
export function disputeSteps(order: OrderFacts, reader: Reader, now: Date): DisputeStep[] {
  const { by, decision, appeal } = disputeOf(order);
  const pending = pendingDecision(order);
  const steps: DisputeStep[] = [
    {
      state: "done",
      title: `${capital(named(by, reader))} opened the dispute`,
      at: order.disputedAt,
      note: "The money of the order is frozen.",
    },
    ...answerSteps(order, reader, now),
  ];
  if (decision)
    steps.push({
      state: "done",
      title: `Decided: ${decisionText(order, decision, reader)}`,
      at: decision.at,
      note: "",
    });
  if (appeal && decision && appeal.at >= decision.at)
    steps.push({
      state: "done",
      title: `${capital(named(appeal.by, reader))} appealed`,
      at: appeal.at,
      note: "The decision was stopped.",
    });
  if (pending) {
    steps.push({
      state: "now",
      title: "The decision takes effect",
      at: decisionEnd(order),
      note: effectNote(pending, reader, appeal === null),
    });
    return steps;
  }
  const heard = hasEverySideAnswered(order, now);
  steps.push({
    state: heard ? "now" : "next",
    title: appeal ? "Another person of our team decides" : "Our team decides, with reasons",
    at: decideBy(order),
    until: true,
    note: "A decision takes effect after the time to appeal.",
  });
  steps.push({
    state: "next",
    title: `Without a decision all the money goes back to ${named("C", reader)}`,
    at: undecidedEnd(order),
    note: "",
  });
  return steps;
}
