import { isLate } from "./deadlines.ts";
import { nextFor } from "./next-texts.ts";
import type { OrderFacts } from "./order-facts.ts";
import type { OrderStatus } from "./states.ts";
import { statusFor } from "./status-labels.ts";

export type TimelineStep = { state: "done" | "now" | "next"; title: string; at: Date | null; text: string };

type Placed = OrderFacts & { status: OrderStatus };

/** The plain road of an order; side roads are shown by the word of the state itself. */
const road = ["placed", "paid", "started", "delivered", "finished"] as const;
type Mark = (typeof road)[number];

const titles: Readonly<Record<Mark, { done: string; next: string; text: string }>> = {
  placed: { done: "Order made", next: "Order made", text: "" },
  paid: { done: "Paid", next: "Payment", text: "By card, PayPal or bank transfer" },
  started: { done: "A writer started", next: "A writer starts", text: "After the payment" },
  delivered: { done: "Work delivered", next: "Work is ready to read", text: "Before your deadline" },
  finished: { done: "Finished", next: "Finished", text: "After you approve" },
};

const ended: readonly OrderStatus[] = ["cancelled", "refunded"];
const waitsForWriter: readonly OrderStatus[] = ["confirmed", "assigned"];

const doneAt = (order: Placed, placedAt: Date): Readonly<Record<Mark, Date | null>> => ({
  placed: placedAt,
  paid: order.confirmedAt,
  started: waitsForWriter.includes(order.status) || order.workSince === null ? null : order.workSince,
  delivered: order.status === "in_progress" || order.status === "on_hold" ? null : order.firstDeliveredAt,
  finished: order.status === "completed" ? order.completedAt : null,
});

/** A revision moves the moment that work counts from; when the first work began is then no longer known. */
const knownAt = (mark: Mark, at: ReturnType<typeof doneAt>): Date | null =>
  mark === "started" && at.started && at.delivered && at.started > at.delivered ? null : at[mark];

/**
 * The client's timeline: what is done with its instants, the state of now with what happens next, and what is left.
 * A cancelled or refunded order has nothing left.
 */
export const timelineFor = (order: Placed, placedAt: Date, seenAt: Date): readonly TimelineStep[] => {
  const at = doneAt(order, placedAt);
  const done = road
    .filter((mark) => at[mark] !== null)
    .map((mark): TimelineStep => ({ state: "done", title: titles[mark].done, at: knownAt(mark, at), text: "" }));
  if (order.status === "completed") return done;
  const now: TimelineStep = {
    state: "now",
    title: statusFor(order, "client").text,
    at: null,
    text: nextFor(order, "client", seenAt),
  };
  if (ended.includes(order.status)) return [...done, now];
  const left = road
    .filter((mark) => at[mark] === null)
    .map((mark): TimelineStep => {
      const text = mark === "delivered" && isLate(order, seenAt) ? "" : titles[mark].text;
      return { state: "next", title: titles[mark].next, at: null, text };
    });
  return [...done, now, ...left];
};
