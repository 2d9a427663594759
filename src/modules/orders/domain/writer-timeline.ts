import { counted } from "#src/shared/counted.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { checklistOf } from "./checklist.ts";
import type { EntryName } from "./history-entries.ts";
import type { OrderStatus } from "./states.ts";
import type { TimelineStep } from "./timeline.ts";
import { endsPause } from "./writer-clock.ts";

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

const ended: readonly OrderStatus[] = ["cancelled", "refunded"];

const left = ({ status, deliveries, pay, reviewDays, revisionDays }: WriterTimelineFacts): readonly TimelineStep[] => {
  if (ended.includes(status)) return [];
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
