import { invalid, type Refusal, refuse } from "#src/shared/outcome.ts";
import type { ActionParams } from "./action-params.ts";
import type { OrderFacts } from "./order-facts.ts";

type Asked = { order: Pick<OrderFacts, "deadline">; params: ActionParams; now: Date };

const wrong = (message: string): Refusal => invalid([{ path: "deadline", message }], message);

/** More time is asked for by a deadline later than the order's, and ahead. */
export const laterDeadline = ({ order, params: { deadline }, now }: Asked): Refusal | null => {
  if (!order.deadline) return refuse("conflict", "The order has no deadline.");
  if (!deadline) return wrong("Choose a day and a time.");
  return deadline > order.deadline && deadline > now ? null : wrong("Choose a time after the deadline of now.");
};
