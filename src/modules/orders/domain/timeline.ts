import type { OrderFacts } from "./order-facts.ts";
import type { ActorKind, OrderStatus } from "./states.ts";

export type TimelineStep = { state: "done" | "now" | "next"; title: string; at: Date | null; text: string };
/** "stop": the order ended here before its work was finished. */
export type LineStep = Omit<TimelineStep, "state"> & { state: TimelineStep["state"] | "stop" };

type Placed = OrderFacts & { status: OrderStatus };

type Known = {
  placedAt: Date;
  /** What was handed over, the oldest first. */
  versions: readonly { number: number; final: boolean; at: Date }[];
  /** What happened, the oldest first. */
  history: readonly { action: string; at: Date; by: ActorKind }[];
};

const step = (state: LineStep["state"], title: string, at: Date | null = null, text = ""): LineStep => ({
  ...{ state, title, at, text },
});
const finished = step("next", "Finished", null, "after you approve");

/** A revision moves the moment that work counts from; when the first work began is then no longer known. */
const startedAt = ({ workSince, firstDeliveredAt }: Placed): Date | null =>
  workSince && firstDeliveredAt && workSince > firstDeliveredAt ? null : workSince;

const endedBy: Readonly<Record<ActorKind, string>> = {
  C: "Cancelled by you",
  W: "Cancelled",
  A: "Cancelled by our team",
  S: "Cancelled automatically",
};

type Marks = { start: LineStep[]; began: LineStep[]; came: LineStep[]; version: string; next: string };

/** What an order has behind it, in the steps that several states share. */
const marksOf = (order: Placed, { placedAt, versions }: Known): Marks => {
  const last = versions.findLast(({ final }) => final);
  const began = startedAt(order);
  const version = last ? `Version ${last.number} came` : "The work came";
  return {
    start: [order.confirmedAt ? step("done", "Paid", order.confirmedAt) : step("done", "Order made", placedAt)],
    began: began ? [step("done", "Writer started", began)] : [],
    came: last ? [step("done", version, last.at)] : [],
    version,
    next: last ? "New version" : "Version 1",
  };
};

type Road = (order: Placed, known: Known, marks: Marks) => readonly LineStep[];

const unpaid: Road = (order, _, { start }) => {
  const waits = order.kind === "custom" && order.priceCents === null;
  const asked = order.quoteEnded ? "The quote ended" : "We write your quote";
  const now = waits ? [step("now", asked), step("next", "Payment")] : [step("now", "Payment")];
  return [...start, ...now, step("next", "Version 1"), finished];
};

const ended: Road = (order, { history }, { start, began, came }) => {
  const end = history.findLast(({ action }) => action === "cancel" || action.startsWith("decide-"));
  const title = order.status === "refunded" ? "The order ended" : endedBy[end?.by ?? "S"];
  return [...start, ...began, ...came, step("stop", title, end?.at ?? null)];
};

const before =
  (title: string): Road =>
  (_, __, { start, came, next }) => [...start, ...came, step("now", title), step("next", next), finished];

const roads: Readonly<Record<OrderStatus, Road>> = {
  pending: unpaid,
  quoted: unpaid,
  confirmed: before("We choose a writer"),
  assigned: before("A writer reads your order"),
  in_progress: (order, _, { start, came, next }) => [
    ...[...start, ...came, step("now", "Writer started", startedAt(order))],
    ...[step("next", next), finished],
  ],
  on_hold: (order, _, { start, began, came, next }) => [
    ...[...start, ...began, ...came, step("now", "Your writer asked you", order.heldSince)],
    ...[step("next", next), finished],
  ],
  delivered: (order, _, { start, began, came, version }) => {
    if (order.approvedAt) return [...start, ...began, ...came, step("now", "Finished", order.approvedAt)];
    const now = step("now", version, came[0]?.at ?? order.deliveredAt);
    const rest = order.unpaidCents > 0 ? [step("next", "Second payment", null, "opens the work")] : [];
    return [...start, ...began, now, ...rest, finished];
  },
  revision_requested: (_, { history }, { start, came, next }) => [
    ...[...start, ...came],
    step("done", "You asked for changes", history.findLast(({ action }) => action === "request-revision")?.at ?? null),
    step("now", "Writer works on it"),
    step("next", next),
  ],
  completed: (order, _, { start, began, came }) => [
    ...[...start, ...began, ...came],
    step("now", "Finished", order.completedAt),
  ],
  cancelled: ended,
  refunded: ended,
  disputed: (order, _, { start, began, came }) => [
    ...[...start, ...began, ...came],
    step("now", "Dispute opened", order.disputedAt),
  ],
};

/** The line of an order for its client: what is done and when, what is now, and what is left of the plain road. */
export const timelineFor = (order: Placed, known: Known): readonly LineStep[] =>
  roads[order.status](order, known, marksOf(order, known));
