import { formatUsd } from "#src/shared/money.ts";
import { netCents } from "./discount.ts";
import {
  answerEnd,
  decideBy,
  decisionEnd,
  disputeOf,
  hasEverySideAnswered,
  pendingDecision,
  sidesToAnswer,
  undecidedEnd,
} from "./dispute.ts";
import type { DisputeDecision, Side } from "./dispute-facts.ts";
import type { OrderFacts } from "./order-facts.ts";

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

export type DisputeClock = { title: string; at: Date };

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
