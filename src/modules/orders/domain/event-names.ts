import type { TimerEventName } from "./life-timers.ts";
import type { OrderEventName } from "./lifecycle.ts";

/** What a command emits beside the event of a step. */
type CommandEventName =
  | "order.claim-asked"
  | "order.draft-added"
  | "order.files-added"
  | "order.held-refund-ended"
  | "order.rated"
  | "order.refund-held"
  | "order.rating-replied"
  | "order.report-added"
  | "order.repriced"
  | "order.unpayable"
  | "order.writer-gone";

/** Every event about an order: of its steps, of its timers and of other commands. */
export type AnyOrderEventName = OrderEventName | TimerEventName | CommandEventName;

/** What happens to a passage that is hidden from the other side of an order. */
export type PassageEventName = "passage.waits" | "passage.shown" | "passage.kept";

/** What happens to a request that a person reads before it is an order. */
export type RequestEventName = "request.held" | "request.accepted" | "request.refused" | "request.expired";
