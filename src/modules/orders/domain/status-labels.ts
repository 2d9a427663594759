import { formatUsd } from "#src/shared/money.ts";
import { netCents } from "./discount.ts";
import { pendingDecision } from "./dispute.ts";
import type { OrderFacts } from "./order-facts.ts";
import type { OrderStatus, Stage } from "./states.ts";

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

/** The drawn shapes of the `.status` component; each says the state without its colour. */
type StatusShape =
  | "ring"
  | "clock"
  | "dashed"
  | "half"
  | "pause"
  | "caret"
  | "again"
  | "check"
  | "dash"
  | "back"
  | "alert";
/** The tone of `.status`: "you" is the reader's turn, "ink" continues by itself. */
type StatusTone = "ink" | "you" | "ok" | "warn" | "bad" | "off";
/** For whom a word is meant. */
export type Reader = "client" | "admin" | "writer";

export type StatusLabel = { text: string; shape: StatusShape; tone: StatusTone };
type LabelsByReader = Readonly<Record<Reader, StatusLabel>>;

const label = (text: string, shape: StatusShape, tone: StatusTone): StatusLabel => ({ text, shape, tone });
const same = (one: StatusLabel): LabelsByReader => ({ client: one, admin: one, writer: one });

export type StatusKey = OrderStatus | "decided" | "approved" | "rest_due" | "pending_custom" | "quote_ended";

/** The one table of status words for people. */
export const statusLabels: Readonly<Record<StatusKey, LabelsByReader>> = {
  pending: {
    client: label("Waiting for payment", "clock", "you"),
    admin: label("Waiting for payment", "clock", "off"),
    writer: label("Not paid yet", "ring", "off"),
  },
  pending_custom: {
    client: label("We are preparing your quote", "dashed", "ink"),
    admin: label("Needs a quote", "dashed", "warn"),
    writer: label("Not paid yet", "ring", "off"),
  },
  quote_ended: {
    client: label("Quote ended", "clock", "you"),
    admin: label("Needs a quote", "dashed", "warn"),
    writer: label("Not paid yet", "ring", "off"),
  },
  quoted: {
    client: label("Quote ready", "caret", "you"),
    admin: label("Quote ready", "clock", "off"),
    writer: label("Not paid yet", "ring", "off"),
  },
  confirmed: {
    client: label("Paid, choosing a writer", "ring", "ink"),
    admin: label("No writer yet", "alert", "bad"),
    writer: label("Open", "ring", "ink"),
  },
  assigned: {
    client: label("Writer asked", "ring", "ink"),
    admin: label("Writer asked", "ring", "ink"),
    writer: label("Offered to you", "clock", "you"),
  },
  in_progress: same(label("In progress", "half", "ink")),
  on_hold: {
    client: label("Waiting for your answer", "pause", "you"),
    admin: label("On hold", "pause", "warn"),
    writer: label("On hold", "pause", "off"),
  },
  delivered: {
    client: label("Ready to read", "caret", "you"),
    admin: label("Delivered", "caret", "ink"),
    writer: label("Delivered", "caret", "ink"),
  },
  approved: {
    client: label("Approved", "check", "ok"),
    admin: label("Delivered", "caret", "ink"),
    writer: label("Delivered", "caret", "ink"),
  },
  rest_due: {
    client: label("Ready, second payment due", "caret", "you"),
    admin: label("Delivered, second payment due", "caret", "ink"),
    writer: label("Delivered", "caret", "ink"),
  },
  revision_requested: {
    client: label("Revision", "again", "warn"),
    admin: label("Revision", "again", "warn"),
    writer: label("Revision", "again", "you"),
  },
  completed: same(label("Finished", "check", "ok")),
  cancelled: same(label("Cancelled", "dash", "off")),
  disputed: same(label("Disputed", "alert", "bad")),
  decided: same(label("Decided", "alert", "warn")),
  refunded: same(label("Refunded", "back", "off")),
};

type Shown = Pick<OrderFacts, "kind" | "paymentStatus" | "quoteEnded" | "approvedAt" | "unpaidCents" | "dispute"> &
  Pick<OrderFacts, "priceCents" | "discount" | "shortfallCents" | "refundedCents"> & { status: OrderStatus };

/** The row of the table for an order. */
export const statusKey = (
  order: Pick<Shown, "status" | "kind" | "quoteEnded" | "approvedAt" | "unpaidCents" | "dispute">,
): StatusKey => {
  if (order.status === "delivered" && order.unpaidCents > 0) return "rest_due";
  if (order.status === "delivered" && order.approvedAt) return "approved";
  if (order.status === "disputed" && pendingDecision(order)) return "decided";
  if (order.status !== "pending" || order.kind !== "custom") return order.status;
  return order.quoteEnded ? "quote_ended" : "pending_custom";
};

/** Not all of the price: how much of it went back. */
const refundedText = (order: Shown, all: string): string => {
  const paid = netCents(order);
  const part = order.refundedCents > 0 && order.refundedCents < paid;
  return part ? `${all}, ${formatUsd(order.refundedCents)} of ${formatUsd(paid)}` : all;
};

/** Status word, shape and tone for a reader; an announced transfer is named with it. */
export const statusFor = (order: Shown, reader: Reader): StatusLabel => {
  const found = statusLabels[statusKey(order)][reader];
  if (order.status === "refunded" && reader !== "writer") return { ...found, text: refundedText(order, found.text) };
  const transfer = order.paymentStatus === "awaiting_confirmation" && reader !== "writer";
  return transfer ? { ...found, text: `${found.text}, transfer expected` } : found;
};
