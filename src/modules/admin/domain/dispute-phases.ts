import {
  type DisputeDecision,
  disputeTimes,
  type EntryName,
  type OrderRules,
  type OrderStatus,
  paidLeft,
  pendingDecision,
  readDispute,
  type Side,
  type StoredDispute,
} from "#src/modules/orders/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { isDecideStep } from "./sums-of-step.ts";

type Order = Parameters<typeof paidLeft>[0] & {
  status: OrderStatus;
  clientName: string;
  writerName: string | null;
  writerId: string | null;
  dispute: StoredDispute | null;
  rules: OrderRules;
};
type Entry = { action: EntryName; at: Date; actorKind: string; actorId: string; text: string | null };
type Reader = {
  /** The admin who reads. */
  me: string;
  now: Date;
  /** Writes an instant in the reader's zone: "today, 18:00" or "Fri 13 March, 22:10". */
  when: (at: Date) => string;
  /** Writes its day: "Fri 13 March". */
  day: (at: Date) => string;
  /** Names of the admins, by id. */
  names: Readonly<Record<string, string>>;
};

const phaseNames = ["Hearing", "To decide", "Decided", "Appeal", "Closed"] as const;
type PhaseName = (typeof phaseNames)[number];
type DisputePhase = { name: PhaseName; state: "done" | "now" | "next"; note: string };

export type DisputeView = {
  phases: readonly DisputePhase[];
  title: string;
  /** What happened last, and when. */
  since: { text: string; at: Date };
  /** The words that the phase is about. */
  statement: { text: string; by: string; at: Date } | null;
  facts: readonly { about: "money" | "accepted" | "waits" | "person"; text: string }[];
  /** What is counted; `over`: the dispute is closed, and `to` is when. */
  clock: { title: string; from: Date; fromText: string; to: Date; toText: string; over: boolean };
  /** Whether the first decision was stopped by an appeal. */
  appealed: boolean;
};

const closings: readonly EntryName[] = ["complete-decided", "refund-decided", "refund-undecided"];

/** The history from the last dispute on; an order whose dispute has ended has no other record of when it began. */
function storyOf(history: readonly Entry[]) {
  const claim = history.findLast(({ action }) => action === "open-dispute");
  if (!claim) return null;
  const entries = history.filter(({ at }) => at >= claim.at);
  const decisions = entries.filter(({ action }) => isDecideStep(action));
  const last = (...actions: readonly EntryName[]) => entries.findLast(({ action }) => actions.includes(action));
  return {
    claim,
    answer: last("answer-dispute"),
    decisions,
    appeal: last("appeal-decision"),
    closed: last(...closings),
    accepted: (kind: Side) => entries.findLast((one) => one.action === "accept-decision" && one.actorKind === kind),
  };
}
type Story = NonNullable<ReturnType<typeof storyOf>>;

const nameOf = (order: Order, kind: string): string => {
  if (kind === "C") return order.clientName;
  return kind === "W" ? (order.writerName ?? "The writer") : "Support";
};

const on = (moment: string): string => (moment.startsWith("today") ? moment : `on ${moment}`);
const listed = (names: readonly string[]): string => names.join(" and ");

/** What a decision does, as a sentence that a moment can follow. */
function effectOf(order: Order, { name, refundCents }: DisputeDecision): string {
  const back = refundCents ?? (name === "refund" ? paidLeft(order) : 0);
  const goesBack = `${formatUsd(back)} goes back to ${order.clientName}`;
  if (name === "refund") return back > 0 ? goesBack : "The order ends, and no money goes back,";
  if (name === "complete") return back > 0 ? `The work is accepted, and ${goesBack},` : "The work is accepted";
  return name === "resume" ? `${nameOf(order, "W")} continues the work` : "Another writer takes over the work";
}

const closedTitle = (order: Order, decision: DisputeDecision | null): string => {
  if (!decision) return `Closed. Nobody decided in time, so everything goes back to ${order.clientName}`;
  if (decision.name === "complete" && !decision.refundCents) return "Closed. The work is accepted";
  const part = decision.refundCents === null ? "of everything" : `of ${formatUsd(decision.refundCents)}`;
  return `Closed with a refund ${part} to ${order.clientName}`;
};

type Now = Pick<DisputeView, "title" | "since" | "statement" | "facts"> & {
  phase: PhaseName;
  clock: Omit<DisputeView["clock"], "over">;
};
type Times = ReturnType<typeof disputeTimes>;
type Part = { order: Order; story: Story; times: Times; reader: Reader; disputedAt: Date };

const heldText = (order: Order): string => `${formatUsd(paidLeft(order))} is held`;

function hearing({ order, story, times, reader: { when }, disputedAt }: Part): Now | null {
  const { waitsFor, answerEnd } = times;
  if (waitsFor.length === 0 || !answerEnd) return null;
  const who = listed(waitsFor.map((side) => nameOf(order, side)));
  const by = nameOf(order, story.claim.actorKind);
  return {
    phase: "Hearing",
    title: `${who} may answer until ${when(answerEnd)}`,
    since: { text: `Opened by ${by}, ${when(disputedAt)}`, at: disputedAt },
    statement: story.claim.text ? { text: story.claim.text, by, at: story.claim.at } : null,
    facts: [{ about: "money", text: `${heldText(order)}. You can decide when they answer, or after this time.` }],
    clock: { title: "Time to answer", from: disputedAt, fromText: "Opened", to: answerEnd, toText: "Answer by" },
  };
}

function toDecide({ order, story, times, reader: { when }, disputedAt }: Part): Now {
  const by = times.decideBy ?? disputedAt;
  const heardAt = story.answer?.at ?? times.answerEnd ?? disputedAt;
  const heard = story.answer
    ? `${nameOf(order, story.answer.actorKind)} answered, ${when(heardAt)}`
    : `Nobody answered by ${when(heardAt)}`;
  return {
    phase: "To decide",
    title: `Both sides wait for a decision, by ${when(by)}`,
    since: { text: heard, at: heardAt },
    statement: null,
    facts: [{ about: "money", text: `${heldText(order)}. Nothing is paid out until a decision takes effect.` }],
    clock: { title: "Time to decide", from: disputedAt, fromText: "Opened", to: by, toText: "Decide by" },
  };
}

function decided({ order, story, times, reader: { when, names } }: Part, decision: DisputeDecision): Now {
  const at = times.takesEffect ?? decision.at;
  const sides: readonly Side[] = order.writerId === null ? ["C"] : ["C", "W"];
  return {
    phase: story.appeal ? "Appeal" : "Decided",
    title: `${effectOf(order, decision)} ${on(when(at))}`,
    since: { text: `Decided by ${names[decision.by] ?? "an admin"}, ${when(decision.at)}`, at: decision.at },
    statement: null,
    facts: sides.map((side) => {
      const accepted = story.accepted(side);
      return accepted && accepted.at >= decision.at
        ? { about: "accepted", text: `${nameOf(order, side)} accepted it, ${when(accepted.at)}.` }
        : {
            about: "waits",
            text: `${nameOf(order, side)} has not accepted it. When both accept, it takes effect at once.`,
          };
    }),
    clock: { title: "Until it takes effect", from: decision.at, fromText: "Decided", to: at, toText: "In effect" },
  };
}

function appealed({ order, story, times, reader: { when, me }, disputedAt }: Part): Now {
  const by = nameOf(order, story.appeal?.actorKind ?? "");
  const from = story.appeal?.at ?? disputedAt;
  const to = times.decideBy ?? from;
  const own = story.decisions.at(-1)?.actorId === me;
  return {
    phase: "Appeal",
    title: `${by} appealed. Another admin decides by ${when(to)}`,
    since: { text: `${by} appealed, ${when(from)}`, at: from },
    statement: story.appeal?.text ? { text: story.appeal.text, by, at: from } : null,
    facts: [
      ...(own
        ? [{ about: "person" as const, text: "You made the first decision, so you cannot decide the appeal." }]
        : []),
      { about: "money", text: `The first decision is stopped. ${heldText(order)}.` },
    ],
    clock: { title: "Time for the appeal", from, fromText: "Appealed", to, toText: "Decide by" },
  };
}

function closed({ order, reader: { when }, disputedAt }: Part, { at, action }: Entry): Now {
  const decision = action === "refund-undecided" ? null : (readDispute(order.dispute)?.decision ?? null);
  return {
    phase: "Closed",
    title: closedTitle(order, decision),
    since: { text: `Closed, ${when(at)}`, at },
    statement: null,
    facts: [],
    clock: { title: "How long it took", from: disputedAt, fromText: "Opened", to: at, toText: "Closed" },
  };
}

/** What stands under the name of each phase. */
function noteOf(phase: PhaseName, state: DisputePhase["state"], { story, times, reader: { when, day } }: Part): string {
  const [first, last] = [story.decisions.at(0), story.decisions.at(-1)];
  const effect = times.takesEffect && `in effect ${when(times.takesEffect)}`;
  const written: Readonly<Record<PhaseName, Readonly<Record<DisputePhase["state"], string | null | undefined>>>> = {
    Hearing: {
      done: story.answer ? `answered ${day(story.answer.at)}` : "no answer",
      now: times.answerEnd && `until ${when(times.answerEnd)}`,
      next: "",
    },
    "To decide": {
      done: first ? when(first.at) : "nobody decided",
      now: times.decideBy && `by ${when(times.decideBy)}`,
      next: times.decideBy && `by ${when(times.decideBy)}`,
    },
    Decided: {
      done: story.appeal ? "stopped" : story.closed && first && `in effect ${day(story.closed.at)}`,
      now: effect,
      next: "",
    },
    Appeal: {
      done: story.appeal ? last && when(last.at) : first && "no appeal",
      now: effect ?? (times.decideBy && `by ${when(times.decideBy)}`),
      next: times.takesEffect && `until ${when(times.takesEffect)}`,
    },
    Closed: { done: "", now: story.closed && when(story.closed.at), next: "" },
  };
  return written[phase][state] ?? "";
}

/**
 * Where a dispute stands for an admin: five phases, a title, and what is counted. Null for an order without a dispute,
 * and for one whose work continued after it.
 */
export function disputeView(order: Order, history: readonly Entry[], reader: Reader): DisputeView | null {
  const story = storyOf(history);
  const isOpen = order.status === "disputed";
  const ended = order.status === "completed" || order.status === "refunded";
  if (!story || !(isOpen || (ended && story.closed))) return null;
  const disputedAt = story.claim.at;
  const facts = { ...order, disputedAt, dispute: readDispute(order.dispute) };
  const part: Part = { order, story, times: disputeTimes(facts, reader.now), reader, disputedAt };
  const now = partNow(part, isOpen, pendingDecision(facts));
  const at = phaseNames.indexOf(now.phase);
  const { phase, clock, ...rest } = now;
  return {
    ...rest,
    clock: { ...clock, over: phase === "Closed" },
    appealed: story.appeal !== undefined,
    phases: phaseNames.map((name, index) => {
      const state = index === at ? "now" : index < at ? "done" : "next";
      return { name, state, note: noteOf(name, state, part) };
    }),
  };
}

function partNow(part: Part, isOpen: boolean, pending: DisputeDecision | null): Now {
  const { story } = part;
  if (!isOpen && story.closed) return closed(part, story.closed);
  if (pending) return decided(part, pending);
  return story.appeal ? appealed(part) : (hearing(part) ?? toDecide(part));
}
