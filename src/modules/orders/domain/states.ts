/** The admin area's groups of orders that are not over; these can be sorted by deadline. */
export const openOrderGroups = [
  "open",
  "needs-quote",
  "unpaid",
  "no-writer",
  "working",
  "delivered",
  "trouble",
] as const;

/** Where no money came yet. */
const unpaidStatuses = ["pending", "quoted"] as const;
/** Where money may have come: an order is cancelled paid or unpaid. */
export const paidStatuses = [
  "confirmed",
  "assigned",
  "in_progress",
  "on_hold",
  "delivered",
  "revision_requested",
  "completed",
  "cancelled",
  "disputed",
  "refunded",
] as const;
/** Where the client may ask for another deadline, other pages or sources. */
export const changeStages = ["confirmed", "assigned", "in_progress"] as const;
/** Where a writer has the order: it takes one of the writer's places. */
export const withWriter = ["assigned", "in_progress", "on_hold", "revision_requested"] as const;
/** The labels of an order's states. */
export const orderStatuses = [...unpaidStatuses, ...paidStatuses] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** "new" is the order that is being placed and has no row yet. */
export const stages = ["new", ...orderStatuses] as const;
export type Stage = (typeof stages)[number];

export const paymentStatuses = [
  "pending",
  "awaiting_confirmation",
  "partially_paid",
  "paid",
  "failed",
  "released",
  "partially_refunded",
  "refunded",
  "void",
  "chargeback",
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** C the order's client, W its writer, A an admin, S the product itself: a timer or a provider's event. */
export const actorKinds = ["C", "W", "A", "S"] as const;
export type ActorKind = (typeof actorKinds)[number];

export const actorNames: Readonly<Record<ActorKind, string>> = {
  C: "client",
  W: "writer",
  A: "admin",
  S: "system",
};

/** Who acts, in which part. `id` is the account's id, or the machine's name for S. */
export type Actor = { kind: ActorKind; id: string };

/** Who pays for money that goes back. "client" is a change of mind. */
const bearers = ["nobody", "client", "writer", "operator"] as const;
export type Bearer = (typeof bearers)[number];
