import type { OrderFacts } from "./order-facts.ts";
import type { Stage } from "./states.ts";

const stageTexts: Readonly<Record<Stage, string>> = {
  new: "not placed yet",
  pending: "waiting for payment",
  quoted: "quoted and waiting for payment",
  confirmed: "paid and waiting for a writer",
  assigned: "offered to a writer",
  in_progress: "in progress",
  on_hold: "on hold",
  delivered: "delivered",
  revision_requested: "in revision",
  completed: "finished",
  cancelled: "cancelled",
  disputed: "in dispute",
  refunded: "refunded",
};

/** A state as it stands in a sentence: "The order is …". */
export const stageText = (order: Pick<OrderFacts, "status" | "kind" | "approvedAt">): string => {
  if (order.status === "delivered" && order.approvedAt) return "approved";
  return order.status === "pending" && order.kind === "custom" ? "waiting for its quote" : stageTexts[order.status];
};
