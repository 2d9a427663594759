import type { OrderStatus } from "#src/modules/orders/index.ts";
import { counted } from "#src/shared/counted.ts";
import { dayMs } from "#src/shared/units.ts";
import type { ThreadSide } from "./policy.ts";

type Standing = {
  status: OrderStatus;
  /** The writer of this conversation has the order. */
  current: boolean;
  endedAt: Date | null;
};

/** When a conversation closes after its order ended. */
export const threadEnd = ({ endedAt }: Pick<Standing, "endedAt">, openDays: number): Date | null =>
  endedAt && new Date(endedAt.getTime() + openDays * dayMs);

/** Why nothing can be written here now, in words for this side; null: it can. */
export function threadClosed(order: Standing, side: ThreadSide, openDays: number, now: Date): string | null {
  if (side === "admin") return "You read what client and writer wrote to each other. Nobody else sees that you do.";
  if (!order.current) return "This writer does not have the order any more. You can read what was said.";
  if (order.status === "assigned")
    return side === "writer"
      ? "You can write to the client when you have accepted the order."
      : "You can write to the writer when the order is accepted.";
  const end = threadEnd(order, openDays);
  if (end === null || now < end) return null;
  return `The order ended, and this conversation closed ${counted(openDays, "day")} later. You can read what was said.`;
}
