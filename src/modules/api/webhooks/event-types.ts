import type { AnyOrderEventName } from "#src/modules/orders/index.ts";
import type { PaymentEventName } from "#src/modules/payments/index.ts";

/** The events that an endpoint can receive, with labels for the admin who chooses. */
export const eventTypes = {
  "order.placed": "An order is placed",
  "order.paid": "An order is paid",
  "order.assigned": "A writer is asked",
  "order.delivered": "Work is delivered",
  "order.completed": "An order is finished",
  "order.cancelled": "An order is cancelled",
  "payment.received": "A payment arrives",
  "payment.refunded": "Money goes back",
  "dispute.opened": "A dispute is opened",
  "dispute.closed": "A dispute is over",
} as const;
export type EventType = keyof typeof eventTypes;
export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]];

const own: { readonly [N in AnyOrderEventName | PaymentEventName]?: EventType } = {
  "order.placed": "order.placed",
  "order.paid": "order.paid",
  "order.assigned": "order.assigned",
  "order.delivered": "order.delivered",
  "order.completed": "order.completed",
  "order.cancelled": "order.cancelled",
  "order.disputed": "dispute.opened",
  "payments.settled": "payment.received",
  "payments.refunded": "payment.refunded",
};

/** The product's events with which a dispute can end. */
const endsDispute: readonly string[] = [
  "order.completed",
  "order.refunded",
  "order.resumed",
  "order.reassigned",
  "order.cancelled",
] satisfies readonly AnyOrderEventName[];
const isOwn = (name: string): name is keyof typeof own => Object.hasOwn(own, name);

/** The product's events that endpoints can receive. */
export const handledEvents: readonly string[] = [...new Set([...Object.keys(own), ...endsDispute])];

/** What an event of the product is called outside: nothing, one thing, or two (work that a decision ends). */
export function typesOf(name: string, { from, to }: Readonly<Record<string, unknown>>): EventType[] {
  const closes = endsDispute.includes(name) && from === "disputed" && to !== "disputed";
  const type = isOwn(name) ? own[name] : undefined;
  return [...(type ? [type] : []), ...(closes ? (["dispute.closed"] as const) : [])];
}
