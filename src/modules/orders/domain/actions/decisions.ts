import * as time from "../deadlines.ts";
import { disputeOf, pendingDecision } from "../dispute.ts";
import type { Asked } from "../guards.ts";
import type { OrderChanges } from "../order-facts.ts";
import { freed } from "./assigning.ts";
import type { PersonForm } from "./row.ts";
import { action, backIn, move } from "./row.ts";

/** A margin that eats the whole window leaves the writer the client's own deadline. */
const later = (at: Date, now: Date, fallback: Date): Date => (at > now ? at : fallback);

const resumedByDecision = ({ order, now, settings }: Asked): OrderChanges => {
  const deadline = pendingDecision(order)?.deadline;
  return {
    disputedAt: null,
    workSince: now,
    deadline: deadline ?? order.deadline,
    ...(deadline && order.firstDeliveredAt && { revisionDueAt: deadline }),
    writerDeadline: deadline
      ? later(time.latestWriterDeadline(deadline, now, settings), now, deadline)
      : order.writerDeadline,
  };
};

const accepted = ({ order, actor }: Asked): OrderChanges => {
  const dispute = disputeOf(order);
  if (!dispute.decision || (actor.kind !== "C" && actor.kind !== "W")) return {};
  return {
    dispute: { ...dispute, decision: { ...dispute.decision, accepted: [...dispute.decision.accepted, actor.kind] } },
  };
};

const accepting = {
  label: "Accept the decision",
  opens: "at-once",
  tone: "main",
  fields: [],
  done: "You accepted the decision. It takes effect at once when the other side accepts it too.",
} as const satisfies PersonForm;

const appealing = {
  label: "Appeal the decision",
  opens: "folded",
  title: "Appeal the decision",
  intro: "The decision stops, and another person of our team decides again. Each dispute has only one appeal.",
  fields: [{ kind: "text", name: "reason", label: "Why the decision is wrong" }],
  back: "Not now",
  done: "Your appeal is sent. Another person of our team decides.",
} as const satisfies PersonForm;

/** What becomes of a decision in a dispute: both accept it, one side appeals, or its time comes. */
export const decisions = {
  "accept-decision": action({
    moves: [
      move(["disputed"], "same", ["C", "W"], "none", "order.decision-accepted", {
        guards: ["decision-pending", "not-accepted"],
      }),
    ],
    changes: accepted,
    cannot: "there is no decision to accept",
    history: { title: "Decision accepted", client: "shown", writer: "shown", by: "accepted the decision" },
    forms: { C: accepting, W: accepting },
  }),
  "appeal-decision": action({
    moves: [
      move(["disputed"], "same", ["C", "W"], "none", "order.dispute-appealed", {
        guards: ["decision-pending", "appeal-open"],
        needs: ["reason"],
      }),
    ],
    changes: ({ order, actor, now }) => ({
      dispute: { ...disputeOf(order), appeal: { at: now, by: actor.kind === "W" ? "W" : "C" } },
    }),
    cannot: "there is no decision to appeal",
    history: {
      title: "Decision appealed",
      client: "with text",
      writer: "with text",
      verb: "appealed",
      by: "appealed the decision",
    },
    forms: { C: appealing, W: appealing },
  }),
  "complete-decided": action({
    moves: [
      move(["disputed"], "completed", ["S"], "by decision", "order.completed", {
        guards: ["not-frozen", "decided-complete"],
      }),
    ],
    changes: ({ now }) => ({ completedAt: now, disputedAt: null, revisionDueAt: null }),
    cannot: "no decision can take effect",
    history: {
      title: "The decision took effect: the work is accepted",
      client: "shown",
      writer: "shown",
      alone: "The decision took effect. The work is accepted",
    },
  }),
  "refund-decided": action({
    moves: [
      move(["disputed"], "refunded", ["S"], "by decision", "order.refunded", {
        guards: ["not-frozen", "decided-refund"],
      }),
    ],
    changes: () => ({ disputedAt: null }),
    cannot: "no decision can take effect",
    history: {
      title: "The decision took effect: refund",
      client: "shown",
      writer: "shown",
      alone: (detail) => `The decision took effect. The order was refunded${backIn(detail)}`,
    },
  }),
  "resume-decided": action({
    moves: [
      move(["disputed"], "in_progress", ["S"], "by decision", "order.resumed", {
        guards: ["not-frozen", "decided-resume"],
      }),
    ],
    changes: resumedByDecision,
    cannot: "no decision can take effect",
    history: {
      title: "The decision took effect: the writer continues",
      client: "shown",
      writer: "shown",
      alone: "The decision took effect. The writer continues",
    },
  }),
  "reassign-decided": action({
    moves: [
      move(["disputed"], "confirmed", ["S"], "by decision", "order.reassigned", {
        guards: ["not-frozen", "decided-reassign"],
      }),
    ],
    changes: ({ order, now }) => {
      const deadline = pendingDecision(order)?.deadline;
      return {
        ...freed,
        disputedAt: null,
        unassignedSince: now,
        deadline: deadline ?? order.deadline,
        ...(deadline && order.firstDeliveredAt && { revisionDueAt: deadline }),
      };
    },
    cannot: "no decision can take effect",
    history: {
      title: "The decision took effect: another writer",
      client: "shown",
      writer: "hidden",
      alone: "The decision took effect. The order needs another writer",
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
    history: {
      title: "Refunded: no decision in time",
      client: "shown",
      writer: "hidden",
      alone: (detail) => `Nobody decided in time. The money goes back${backIn(detail)}`,
    },
  }),
};
