import { reviewEnd, revisionEnd } from "./deadlines.ts";
import type { OrderFacts } from "./order-facts.ts";

/**
 * What the held pay of an order waits for, and the instant of it. work: the writer's own deadline. hold, dispute: since
 * when it stands. second-payment: since the delivery. review: when the client's time to read ends. changes: when the
 * pay is the writer's.
 */
export type PayWait = {
  for: "work" | "hold" | "second-payment" | "review" | "dispute" | "changes";
  at: Date;
};

/** Null: there is no such instant, or no pay is held in this state. */
export function payWait(order: OrderFacts): PayWait | null {
  const wait = (what: PayWait["for"], at: Date | null): PayWait | null => at && { for: what, at };
  switch (order.status) {
    case "in_progress":
    case "revision_requested":
      return wait("work", order.writerDeadline);
    case "on_hold":
      return wait("hold", order.heldSince);
    case "delivered":
      return order.unpaidCents > 0 ? wait("second-payment", order.deliveredAt) : wait("review", reviewEnd(order));
    case "disputed":
      return wait("dispute", order.disputedAt);
    case "completed":
      return wait("changes", revisionEnd(order));
    default:
      return null;
  }
}
