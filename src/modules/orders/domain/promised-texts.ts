import { counted } from "#src/shared/counted.ts";
import { reviewDays, revisionDays } from "./deadlines.ts";
import type { OrderFacts } from "./order-facts.ts";
import type { OrderRules } from "./order-rules.ts";
import { describeLadder } from "./refund-ladder.ts";

/** What happens in a dispute: for guarantees, terms and the page of an order alike. */
export const disputeText = (
  rules: Pick<OrderRules, "disputeAnswerHours" | "disputeDecideDays" | "decisionHours" | "disputeDays">,
): string =>
  `You can open a dispute. The money is frozen, the other side has ${counted(rules.disputeAnswerHours, "hour")} to answer, and a person of our team reads both sides and decides with reasons within ${counted(rules.disputeDecideDays, "day")}. A decision takes effect ${counted(rules.decisionHours, "hour")} later, or at once when both sides accept it. Until then one appeal stops it, and another person decides. If nobody decides within ${counted(rules.disputeDays, "day")}, the money goes back to you.`;

/** When a revision is due, in words. */
export const revisionDueText = (rules: OrderRules): string =>
  `A revision is due after ${rules.revisionDuePercent}% of the time that the order had for its work: at least ${counted(rules.revisionDueMinHours, "hour")} and at most ${counted(rules.revisionDueMaxDays, "day")} after you asked. Your order page shows the date. If it is late, ${rules.refund.creditDayPercent}% of the price is credited for each day that has started, at most ${rules.refund.creditMaxPercent}% together with earlier credits.`;

/** What one order was promised, for its client: the rules that it keeps, whatever the settings say today. */
export const promisedTexts = (order: Pick<OrderFacts, "pages" | "rules">) => ({
  times: [
    { term: "Time to read", text: `${counted(reviewDays(order), "day")} after the delivery.` },
    { term: "Time for changes", text: `${counted(revisionDays(order), "day")} after you approved the work.` },
    { term: "Revisions", text: revisionDueText(order.rules) },
    { term: "When we do not agree", text: disputeText(order.rules) },
  ],
  ladder: describeLadder(order.rules.refund).map(({ when, back }) => ({ term: when, text: back })),
});

/** Why it is safe to order, in three short facts: for the first screen and where one pays. A share of zero is left out. */
export const trustFacts = ({ refund, reviewDays: days }: Pick<OrderRules, "refund"> & { reviewDays: number }) => [
  { mark: "held" as const, strong: "Money held", rest: "until you approve" },
  ...(refund.unstartedPercent > 0
    ? [{ mark: "back" as const, strong: `${refund.unstartedPercent}% back`, rest: "before a writer starts" }]
    : []),
  { mark: "changes" as const, strong: counted(days, "day"), rest: "to ask for changes" },
];
