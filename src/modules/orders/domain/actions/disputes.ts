import { formatUsd } from "#src/shared/money.ts";
import * as time from "../deadlines.ts";
import type { Asked } from "../guards.ts";
import type { OrderChanges } from "../order-facts.ts";
import { freed } from "./assigning.ts";
import type { AdminField, PersonForm } from "./form.ts";
import { action, move } from "./row.ts";

/** A margin that eats the whole window leaves the writer the client's own deadline. */
const later = (at: Date, now: Date, fallback: Date): Date => (at > now ? at : fallback);

const resumedByDecision = ({ order, now, params, settings }: Asked): OrderChanges => ({
  disputedAt: null,
  workSince: now,
  deadline: params.deadline ?? order.deadline,
  writerDeadline: params.deadline
    ? later(time.latestWriterDeadline(params.deadline, now, settings), now, params.deadline)
    : order.writerDeadline,
});

const opening = {
  label: "Open a dispute",
  opens: "folded",
  title: "Open a dispute",
  back: "Keep it as it is",
  done: "The dispute is open. Our team reads both sides and decides.",
} as const satisfies Partial<PersonForm>;

const reason: AdminField = {
  kind: "text",
  name: "reason",
  label: "Reason",
  hint: "It is kept in the history of the order.",
};
const refund: AdminField = {
  kind: "cents",
  name: "refundCents",
  label: "Refund in US dollars",
  hint: ({ priceCents, refundedCents }) => `At most ${formatUsd(Math.max(0, (priceCents ?? 0) - refundedCents))}.`,
  optional: true,
};
const newDeadline: AdminField = {
  kind: "moment",
  name: "deadline",
  label: "New deadline",
  hint: "May stay empty while the old one lies ahead.",
  optional: true,
};

/** Both sides ask the admins, who decide. */
export const disputes = {
  "open-dispute": action({
    moves: [
      move(["in_progress"], "disputed", ["C", "W", "A"], "frozen", "order.disputed", {
        guards: ["late"],
        needs: ["reason", "outcome"],
      }),
      move(["delivered", "revision_requested"], "disputed", ["C", "W", "A"], "frozen", "order.disputed", {
        needs: ["reason", "outcome"],
      }),
      move(["completed"], "disputed", ["C"], "frozen", "order.disputed", {
        guards: ["revision-open"],
        needs: ["reason", "outcome"],
      }),
    ],
    changes: ({ now }) => ({ disputedAt: now, approvedAt: null }),
    cannot: "no dispute can be opened",
    history: { title: "Dispute opened", client: "with text", writer: "hidden", verb: "opened a dispute" },
    forms: {
      C: {
        ...opening,
        intro:
          "Our team reads both sides and decides. No money moves until then. Often asking for a revision is quicker.",
        fields: [
          { kind: "text", name: "reason", label: "What is wrong" },
          {
            kind: "text",
            name: "outcome",
            label: "What outcome you want",
            hint: "For example a refund, another writer, or more time.",
          },
        ],
      },
      W: {
        ...opening,
        fields: [
          { kind: "text", name: "reason", label: "What is wrong" },
          { kind: "text", name: "outcome", label: "What outcome you want" },
        ],
      },
      A: {
        label: "Open a dispute",
        opens: "folded",
        send: "Open the dispute",
        busy: "Opening",
        fields: [
          { kind: "text", name: "reason", label: "Reason" },
          { kind: "text", name: "outcome", label: "Wanted outcome", rows: 2 },
        ],
        done: "The dispute is open, and the money stays where it is.",
      },
    },
  }),
  "decide-complete": action({
    moves: [
      move(["disputed"], "completed", ["A"], "by decision", "order.completed", {
        guards: ["not-frozen", "decision-sound"],
        needs: ["reason"],
      }),
    ],
    changes: ({ now }) => ({ completedAt: now, disputedAt: null }),
    cannot: "there is no dispute to decide",
    history: { title: "Decided: the work stands", client: "shown", writer: "hidden" },
    forms: {
      A: {
        label: "Decide: the work stands",
        opens: "folded",
        intro:
          "The order is finished. A part of the price can go back, the rest is released when the time for changes ends.",
        send: "The work stands",
        busy: "Deciding",
        fields: [refund, { kind: "bearer", onlyWith: "refundCents" }, reason],
        done: "Decided: the work stands.",
      },
    },
  }),
  "decide-refund": action({
    moves: [
      move(["disputed"], "refunded", ["A"], "by decision", "order.refunded", {
        guards: ["not-frozen", "decision-sound"],
        needs: ["reason"],
      }),
    ],
    changes: () => ({ disputedAt: null }),
    cannot: "there is no dispute to decide",
    history: { title: "Decided: refund", client: "shown", writer: "hidden" },
    forms: {
      A: {
        label: "Decide: refund",
        opens: "folded",
        intro: "The order ends. Without an amount, all that is left of the price goes back.",
        send: "Refund",
        busy: "Deciding",
        fields: [refund, { kind: "bearer" }, reason],
        done: "Decided: refund.",
      },
    },
  }),
  "decide-resume": action({
    moves: [
      move(["disputed"], "in_progress", ["A"], "by decision", "order.resumed", {
        guards: ["new-deadline-sound"],
        needs: ["reason"],
      }),
    ],
    changes: resumedByDecision,
    cannot: "there is no dispute to decide",
    history: { title: "Decided: the writer goes on", client: "shown", writer: "hidden" },
    forms: {
      A: {
        label: "Decide: the writer goes on",
        opens: "folded",
        intro: "The work goes on with the same writer.",
        send: "The writer goes on",
        busy: "Deciding",
        fields: [newDeadline, reason],
        done: "Decided: the writer goes on.",
      },
    },
  }),
  "decide-reassign": action({
    moves: [
      move(["disputed"], "confirmed", ["A"], "by decision", "order.reassigned", {
        guards: ["new-deadline-sound"],
        needs: ["reason"],
      }),
    ],
    changes: ({ order, now, params }) => ({
      ...freed,
      disputedAt: null,
      unassignedSince: now,
      deadline: params.deadline ?? order.deadline,
    }),
    cannot: "there is no dispute to decide",
    history: { title: "Decided: another writer", client: "shown", writer: "hidden" },
    forms: {
      A: {
        label: "Decide: another writer",
        opens: "folded",
        intro: "The order stands without a writer, and you choose another one.",
        send: "Another writer",
        busy: "Deciding",
        fields: [newDeadline, reason],
        done: "Decided: another writer.",
      },
    },
  }),
  "refund-undecided": action({
    moves: [
      move(["disputed"], "refunded", ["S"], "by decision", "order.refunded", {
        guards: ["not-frozen", "dispute-over"],
      }),
    ],
    changes: () => ({ disputedAt: null }),
    cannot: "there is no dispute to end",
    history: { title: "Refunded: no decision in time", client: "shown", writer: "hidden" },
  }),
};
