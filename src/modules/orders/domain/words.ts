import type { OrderFacts } from "./order-facts.ts";
import type { OrderStatus } from "./states.ts";

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
/** The tone of `.status`: "you" is the reader's turn, "ink" goes on by itself. */
type StatusTone = "ink" | "you" | "ok" | "warn" | "bad" | "off";
/** For whom a word is meant. */
export type Reader = "client" | "admin" | "writer";

export type StatusWord = { word: string; shape: StatusShape; tone: StatusTone };
type Words = Readonly<Record<Reader, StatusWord>>;

const word = (text: string, shape: StatusShape, tone: StatusTone): StatusWord => ({ word: text, shape, tone });
const same = (one: StatusWord): Words => ({ client: one, admin: one, writer: one });

export type WordKey = OrderStatus | "approved" | "pending_custom" | "quote_ended";

/** The one table of status words for people (decisions 4). */
export const statusLabels: Readonly<Record<WordKey, Words>> = {
  pending: {
    client: word("Waiting for payment", "clock", "you"),
    admin: word("Waiting for payment", "clock", "off"),
    writer: word("Not paid yet", "ring", "off"),
  },
  pending_custom: {
    client: word("We are preparing your quote", "dashed", "ink"),
    admin: word("Needs a quote", "dashed", "warn"),
    writer: word("Not paid yet", "ring", "off"),
  },
  quote_ended: {
    client: word("Quote ended", "clock", "you"),
    admin: word("Needs a quote", "dashed", "warn"),
    writer: word("Not paid yet", "ring", "off"),
  },
  quoted: {
    client: word("Quote ready", "caret", "you"),
    admin: word("Quote ready", "clock", "off"),
    writer: word("Not paid yet", "ring", "off"),
  },
  confirmed: {
    client: word("Paid, choosing a writer", "ring", "ink"),
    admin: word("No writer yet", "alert", "bad"),
    writer: word("Open", "ring", "ink"),
  },
  assigned: {
    client: word("Writer asked", "ring", "ink"),
    admin: word("Writer asked", "ring", "ink"),
    writer: word("Offered to you", "clock", "you"),
  },
  in_progress: same(word("In progress", "half", "ink")),
  on_hold: {
    client: word("Waiting for your answer", "pause", "you"),
    admin: word("On hold", "pause", "warn"),
    writer: word("On hold", "pause", "off"),
  },
  delivered: {
    client: word("Ready to read", "caret", "you"),
    admin: word("Delivered", "caret", "ink"),
    writer: word("Delivered", "caret", "ink"),
  },
  approved: {
    client: word("Approved", "check", "ok"),
    admin: word("Delivered", "caret", "ink"),
    writer: word("Delivered", "caret", "ink"),
  },
  revision_requested: {
    client: word("Revision", "again", "warn"),
    admin: word("Revision", "again", "warn"),
    writer: word("Revision", "again", "you"),
  },
  completed: same(word("Finished", "check", "ok")),
  cancelled: same(word("Cancelled", "dash", "off")),
  disputed: same(word("Disputed", "alert", "bad")),
  refunded: same(word("Refunded", "back", "off")),
};

type Shown = Pick<OrderFacts, "kind" | "paymentStatus" | "quoteEnded" | "approvedAt"> & { status: OrderStatus };

/** The row of the table for an order. */
export const wordKey = (order: Pick<Shown, "status" | "kind" | "quoteEnded" | "approvedAt">): WordKey => {
  if (order.status === "delivered" && order.approvedAt) return "approved";
  if (order.status !== "pending" || order.kind !== "custom") return order.status;
  return order.quoteEnded ? "quote_ended" : "pending_custom";
};

/** Status word, shape and tone for a reader; an announced transfer is named with it (decisions 4). */
export const statusFor = (order: Shown, reader: Reader): StatusWord => {
  const found = statusLabels[wordKey(order)][reader];
  const transfer = order.paymentStatus === "awaiting_confirmation" && reader !== "writer";
  return transfer ? { ...found, word: `${found.word}, transfer expected` } : found;
};
