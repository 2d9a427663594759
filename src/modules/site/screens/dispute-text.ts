import type { LifeSettings } from "#src/modules/orders/index.ts";

type Periods = Pick<LifeSettings, "disputeAnswerHours" | "disputeDecideDays" | "decisionHours" | "disputeDays">;

/** What happens in a dispute, with the periods that an admin set: for guarantees and terms alike. */
export const disputeText = (life: Periods): string =>
  `You can open a dispute. The money is frozen, the other side has ${life.disputeAnswerHours} hours to answer, and a person of our team reads both sides and decides with reasons within ${life.disputeDecideDays} days. A decision takes effect ${life.decisionHours} hours later, or at once when both sides accept it. Until then one appeal stops it, and another person decides. If nobody decides within ${life.disputeDays} days, the money goes back to you.`;
