import { counted } from "#src/shared/counted.ts";
import { dayMs, hourMs, minuteMs } from "#src/shared/units.ts";
import { dueAt } from "./deadlines.ts";
import type { OrderFacts } from "./order-facts.ts";
import type { OrderStatus } from "./states.ts";

/** What the client's clock counts to: work that is due, the end of the time to read, or nothing at all. */
export type ClientClock = {
  title: string;
  at: Date;
  /** waits: nothing counts before the payment; held: a pause stops the clock. */
  state: "waits" | "runs" | "held";
};

const running: readonly OrderStatus[] = ["confirmed", "assigned", "in_progress", "revision_requested"];
const unpaid: readonly OrderStatus[] = ["pending", "quoted"];

type Shown = Pick<OrderFacts, "deadline" | "revisionDueAt" | "heldSince" | "approvedAt"> & { status: OrderStatus };

/**
 * The clock of an order as its client sees it: the own deadline, never the writer's. `readUntil` is the
 * end of the time to read delivered work. Null where no time runs for the client.
 */
export const clientClock = (order: Shown, readUntil: Date | null): ClientClock | null => {
  const { status, heldSince, approvedAt } = order;
  const deadline = dueAt(order);
  const title = order.revisionDueAt ? "The revision is due" : "Your deadline";
  if (status === "delivered")
    return readUntil && !approvedAt ? { title: "Time to read and decide", at: readUntil, state: "runs" } : null;
  if (!deadline) return null;
  if (heldSince) return { title, at: deadline, state: "held" };
  if (unpaid.includes(status)) return { title: "Deadline", at: deadline, state: "waits" };
  return running.includes(status) ? { title, at: deadline, state: "runs" } : null;
};

/** A stretch of time in its two largest units, in words: "4 days and 20 hours", "1 hour and 5 minutes", "35 minutes". */
export const spokenTime = (ms: number): string => {
  const whole = Math.max(0, ms);
  const [days, hours, minutes] = [
    Math.floor(whole / dayMs),
    Math.floor((whole % dayMs) / hourMs),
    Math.floor((whole % hourMs) / minuteMs),
  ];
  const parts =
    days > 0
      ? [counted(days, "day"), hours > 0 && counted(hours, "hour")]
      : [hours > 0 && counted(hours, "hour"), (minutes > 0 || hours === 0) && counted(minutes, "minute")];
  return parts.filter(Boolean).join(" and ");
};

/** "4 days and 20 hours left", "3 hours past the deadline". */
export const spokenLeft = (due: Date, now: Date): string => {
  const ms = due.getTime() - now.getTime();
  return ms >= 0 ? `${spokenTime(ms)} left` : `${spokenTime(-ms)} past it`;
};
