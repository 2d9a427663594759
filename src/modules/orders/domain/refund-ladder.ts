import { percentIn, percentOf } from "#src/shared/money.ts";
import { dayMs, dueAt, hourMs, lateMs, revisionLateMs, timeUsed } from "./deadlines.ts";
import { netCents, reductionCents } from "./discount.ts";
import type { OrderFacts } from "./order-facts.ts";
import type { RefundRules } from "./order-rules.ts";
import type { Bearer } from "./states.ts";

/** What the client wants, and whose doing it is; only an admin may name a cause other than the client's mind. */
export type RefundWish = { wants: "stop" | "late-work"; cause?: "client" | "writer" | "operator" };

const ladderCodes = ["unstarted", "early-unopened", "early-opened", "later", "missed", "credit", "fault"] as const;
type LadderCode = (typeof ladderCodes)[number];

/** One step of the ladder as people read it: on the guarantees page, in the terms and in a preview. */
export type LadderStep = { code: LadderCode; when: string; back: string; bearer: string };

export type RefundAnswer = {
  code: LadderCode | "nothing-paid" | "delivered";
  /** Share of the price that goes back, rounded down to a whole percent. The cents are exact. */
  percent: number;
  cents: number;
  /** What is no longer owed of a second payment; it comes before money that goes back. */
  waivedCents: number;
  rule: string;
  bearer: Bearer;
  /** The part of the price that the writer's share is taken from when the order ends here. */
  writerBaseCents: number;
};

/** The ladder in words, printed from the same shares that the engine uses. */
export const describeLadder = (r: RefundRules): readonly LadderStep[] => {
  const part = r.earlyPartPercent === 50 ? "half" : `${r.earlyPartPercent}%`;
  const keeps = (percent: number) =>
    percent === 100 ? "Nothing is kept." : "You: the part that is kept pays the writer, and us, for the work so far.";
  return [
    {
      code: "unstarted",
      when: "No writer has started",
      back:
        r.unstartedPercent === 100
          ? "100% of the price"
          : `${r.unstartedPercent}% of the price, all of it while no writer is asked`,
      bearer: "Nobody. No work was done.",
    },
    {
      code: "early-unopened",
      when: `Not more than ${part} of the time is used and you have not opened a draft`,
      back: `${r.earlyUnopenedPercent}% of the price`,
      bearer: keeps(r.earlyUnopenedPercent),
    },
    {
      code: "early-opened",
      when: `Not more than ${part} of the time is used and you have opened a draft`,
      back: `${r.earlyOpenedPercent}% of the price`,
      bearer: keeps(r.earlyOpenedPercent),
    },
    {
      code: "later",
      when: `More than ${part} of the time is used and the deadline was not missed`,
      back: `${r.lateHalfPercent}% of the price`,
      bearer: keeps(r.lateHalfPercent),
    },
    {
      code: "missed",
      when: "We missed the deadline and you no longer want the work",
      back: `${r.missedPercent}% of the price`,
      bearer: "We do, or the writer who was late.",
    },
    {
      code: "credit",
      when: "We missed the deadline and you still want the work",
      back: `The difference to the price for the real delivery time, at least ${r.creditDayPercent}% of the price for each started day, at most ${r.creditMaxPercent}%`,
      bearer: "We do, or the writer who was late.",
    },
    {
      code: "fault",
      when: "We, or the writer, cannot finish the work",
      back: `${r.faultPercent}% of the price`,
      bearer: "We do, or the writer who cannot finish.",
    },
  ];
};

/** Before a writer is asked all of it goes back, whatever the ladder says. */
export const unaskedText = "No writer has started: 100% of the price back.";

const stepText = (code: LadderCode, { rules }: OrderFacts): string => {
  const step = describeLadder(rules.refund).find((one) => one.code === code);
  return step ? `${step.when}: ${step.back.charAt(0).toLowerCase()}${step.back.slice(1)} back.` : "";
};

/** Who answers for lateness: the operator when its own date for the writer lay past the client's. */
const lateBearer = (order: OrderFacts): Bearer => {
  const due = dueAt(order);
  return order.writerId === null || (order.writerDeadline && due && order.writerDeadline > due) ? "operator" : "writer";
};

const creditText = (order: OrderFacts): string => {
  const { creditDayPercent, creditMaxPercent } = order.rules.refund;
  return order.revisionDueAt === null
    ? stepText("credit", order)
    : `The revision came after its date: ${creditDayPercent}% of the price for each started day, at most ${creditMaxPercent}% together with earlier credits, back.`;
};

const stopStep = (order: OrderFacts, now: Date): { code: LadderCode; percent: number; bearer: Bearer } => {
  const r = order.rules.refund;
  if (order.status === "confirmed") return { code: "unstarted", percent: 100, bearer: "nobody" };
  if (order.status === "assigned") return { code: "unstarted", percent: r.unstartedPercent, bearer: "nobody" };
  if (lateMs(order, now) > 0) return { code: "missed", percent: r.missedPercent, bearer: lateBearer(order) };
  const time = timeUsed(order, now);
  if (time && time.usedMs * 100 > time.totalMs * r.earlyPartPercent) {
    return { code: "later", percent: r.lateHalfPercent, bearer: "client" };
  }
  return order.draftOpened
    ? { code: "early-opened", percent: r.earlyOpenedPercent, bearer: "client" }
    : { code: "early-unopened", percent: r.earlyUnopenedPercent, bearer: "client" };
};

/** The price that this delivery time would have had; the order's own price where time does not change it. */
const priceForRealTime = (order: OrderFacts, price: number, now: Date): number => {
  if (!order.pricedAt) return price;
  const ms = now.getTime() - order.pricedAt.getTime() - order.pausedMs;
  const step = order.priceSteps.find(({ upToHours }) => upToHours === null || ms <= upToHours * hourMs);
  return step?.cents ?? order.priceSteps.at(-1)?.cents ?? price;
};

/** What of the price may still be credited for lateness: at most a share of it, all deliveries together. */
const creditLeft = ({ priceCents, rules, lateCreditCents }: OrderFacts): number =>
  Math.max(0, percentOf(priceCents ?? 0, rules.refund.creditMaxPercent) - lateCreditCents);

/** Credit in cents for work that comes late at `now` and is still wanted; a revision by the days alone. 0 in time. */
export const lateCredit = (order: OrderFacts, now: Date): number => {
  const revision = order.firstDeliveredAt !== null && order.revisionDueAt !== null;
  const late = revision ? revisionLateMs(order, now) : lateMs(order, now);
  const price = order.priceCents ?? 0;
  if (late === 0) return 0;
  const byDays = percentOf(price, order.rules.refund.creditDayPercent * Math.ceil(late / dayMs));
  const difference = revision ? 0 : price - priceForRealTime(order, price, order.firstDeliveredAt ?? now);
  return Math.min(Math.max(difference, byDays), creditLeft(order));
};

const within = (order: OrderFacts, cents: number): number =>
  Math.min(cents, Math.max(0, (order.priceCents ?? 0) - order.refundedCents));

/** Percentages are of the price: what was not paid of it falls first, and only what is over that goes back. */
const backOf = (order: OrderFacts, ofPrice: number): { cents: number; waivedCents: number } => ({
  cents: Math.max(0, ofPrice - order.unpaidCents - reductionCents(order)),
  waivedCents: Math.min(ofPrice, order.unpaidCents),
});

const none = (code: "nothing-paid" | "delivered", rule: string): RefundAnswer => ({
  code,
  percent: 0,
  cents: 0,
  waivedCents: 0,
  rule,
  bearer: "nobody",
  writerBaseCents: 0,
});

/** A change of mind leaves the writer the kept part; the operator's fault what a change of mind would have left. */
const writerBase = (bearer: Bearer, price: number, back: number, kept: number): number => {
  if (bearer === "client") return Math.max(0, price - back);
  return bearer === "operator" ? kept : 0;
};

/**
 * What goes back to the client of this order at `now`, in cents of the original payment.
 * Never more than is left of the price. Exactly at the end of a part of the time the client has the better rule.
 */
export const refundFor = (order: OrderFacts, wish: RefundWish, now: Date): RefundAnswer => {
  const price = order.priceCents ?? 0;
  if (!order.confirmedAt || price === 0) return none("nothing-paid", "Nothing is paid, so nothing goes back.");
  if (wish.wants === "late-work") return creditAnswer(order, now);
  if (order.status === "delivered" || order.status === "completed") {
    return none("delivered", "The work is delivered. Money goes back by the decision of a dispute.");
  }
  const step = stopStep(order, now);
  const cause = wish.cause ?? "client";
  const fault = step.bearer === "client" && cause !== "client";
  const percent = fault ? order.rules.refund.faultPercent : step.percent;
  const bearer = cause !== "client" && step.bearer !== "nobody" ? cause : step.bearer;
  const ofPrice = within(order, percentOf(price, percent));
  const kept = price - percentOf(price, ladderWithoutFault(order, now));
  return {
    code: fault ? "fault" : step.code,
    percent,
    ...backOf(order, ofPrice),
    rule: order.status === "confirmed" ? unaskedText : stepText(fault ? "fault" : step.code, order),
    bearer,
    writerBaseCents: writerBase(bearer, price, order.refundedCents + ofPrice, kept),
  };
};

/** The part that a change of mind would give back at `now`: what the writer has earned does not depend on the operator. */
const ladderWithoutFault = (order: OrderFacts, now: Date): number => {
  const step = stopStep(order, now);
  return step.bearer === "client" ? step.percent : order.rules.refund.lateHalfPercent;
};

const creditAnswer = (order: OrderFacts, now: Date): RefundAnswer => {
  const price = order.priceCents ?? 0;
  const left = Math.max(0, netCents(order) - order.refundedCents);
  const credit = Math.min(lateCredit(order, now), left);
  return {
    code: "credit",
    percent: percentIn(credit, price),
    cents: Math.max(0, credit - order.unpaidCents),
    waivedCents: Math.min(credit, order.unpaidCents),
    rule: credit === 0 ? "The work is in time, so there is no credit." : creditText(order),
    bearer: credit === 0 ? "nobody" : lateBearer(order),
    writerBaseCents: 0,
  };
};
