import { counted } from "#src/shared/counted.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { checklistOf } from "./checklist.ts";
import type { EntryName } from "./entries-and-events.ts";
import type { OrderFacts } from "./order-facts.ts";
import type { ActorKind, OrderStatus } from "./states.ts";
import { endsPause } from "./writer-clock.ts";

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

type Entry = { at: Date; action: EntryName; text: string | null };
type Version = { number: number; final: boolean; at: Date };

export type WriterTimelineFacts = {
  status: OrderStatus;
  history: readonly Entry[];
  deliveries: readonly Version[];
  /** The word of the state, and what it waits for. */
  now: { title: string; text: string };
  /** "$56.25", or null where nothing is agreed. */
  pay: string | null;
  reviewDays: number;
  revisionDays: number;
};

type Dated = TimelineStep & { at: Date };

const done = (at: Date, title: string, text = ""): Dated => ({ state: "done", title, at, text });

/** How long a pause was, once it has ended. */
const pauseText = (history: readonly Entry[], from: Date): string => {
  const end = history.find(({ at, action }) => at > from && endsPause(action));
  return end ? `for ${shortTime(end.at.getTime() - from.getTime())}` : "";
};

const stepOf = ({ at, action, text }: Entry, history: readonly Entry[]): readonly Dated[] => {
  if (action === "accept" || action === "accept-for-writer") return [done(at, "You accepted")];
  if (action === "hold") return [done(at, "Paused for a question", pauseText(history, at))];
  if (action === "open-dispute") return [done(at, "A dispute was opened")];
  if (action !== "request-revision") return [];
  const count = checklistOf(text ?? "").length;
  return [done(at, count === 0 ? "Revision" : `Revision, ${count} ${count === 1 ? "point" : "points"}`)];
};

const endedWork: readonly OrderStatus[] = ["cancelled", "refunded"];

const left = ({ status, deliveries, pay, reviewDays, revisionDays }: WriterTimelineFacts): readonly TimelineStep[] => {
  if (endedWork.includes(status)) return [];
  const next = (title: string, text: string): TimelineStep => ({ state: "next", title, at: null, text });
  const paid =
    pay === null ? [] : [next(`${pay} is yours`, `${counted(revisionDays, "day")} after the client approves`)];
  if (status === "completed") return pay === null ? [] : [next(`${pay} is yours`, "When the time for changes is over")];
  if (status === "delivered" || status === "disputed") return paid;
  const number = (deliveries.at(-1)?.number ?? 0) + 1;
  const reads = number > 1 ? `The client reads version ${number} and decides` : "The client reads and decides";
  return [next(reads, `Within ${counted(reviewDays, "day")} of your delivery`), ...paid];
};

/** What happened to an order since its writer has it, what it waits for, and what comes then. */
export const writerTimeline = (facts: WriterTimelineFacts): readonly TimelineStep[] => {
  const { history, deliveries, now } = facts;
  const past = [
    ...history.flatMap((entry) => stepOf(entry, history)),
    ...deliveries.map(({ at, number, final }) =>
      done(at, final ? `Version ${number} delivered` : `Draft ${number} sent`),
    ),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return [...past, { state: "now", title: now.title, at: null, text: now.text }, ...left(facts)];
};
