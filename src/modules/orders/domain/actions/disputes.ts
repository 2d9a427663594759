import { formatUsd } from "#src/shared/money.ts";
import { netCents } from "../discount.ts";
import { disputeOf } from "../dispute.ts";
import type { Asked } from "../guards.ts";
import type { OrderChanges } from "../order-facts.ts";
import { type DecisionName, openedBy } from "../order-facts.ts";
import type { AdminField, PersonForm } from "./row.ts";
import { action, backIn, move } from "./row.ts";

/** What is decided waits for its time; the order stays disputed until then. */
const decidedAs =
  (name: DecisionName) =>
  ({ order, actor, now, params }: Asked): OrderChanges => ({
    dispute: {
      ...disputeOf(order),
      decision: {
        name,
        at: now,
        by: actor.id,
        refundCents: params.refundCents ?? null,
        bearer: params.bearer ?? null,
        deadline: params.deadline ?? null,
        accepted: [],
      },
    },
  });

const answered = ({ order, actor }: Asked): OrderChanges => {
  const dispute = disputeOf(order);
  if (actor.kind !== "C" && actor.kind !== "W") return {};
  return { dispute: { ...dispute, answered: [...dispute.answered, actor.kind] } };
};

const decideGuards = ["not-frozen", "no-decision", "both-heard", "other-admin"] as const;

const opening = {
  label: "Open a dispute",
  opens: "folded",
  title: "Open a dispute",
  back: "Keep it as it is",
  done: "The dispute is open. Our team reads both sides and decides.",
} as const satisfies Partial<PersonForm>;

const answering = {
  label: "Answer the claim",
  opens: "folded",
  tone: "main",
  title: "Your side",
  intro: "Our team reads both sides before it decides. You can answer once, with files as evidence.",
  fields: [
    { kind: "text", name: "answer", label: "What happened from your side" },
    { kind: "text", name: "outcome", label: "What outcome you want", rows: 2, optional: true },
  ],
  back: "Not now",
  done: "Your answer is sent. Our team reads both sides and decides.",
} as const satisfies PersonForm;

const reason: AdminField = {
  kind: "text",
  name: "reason",
  label: "Reason",
  hint: "Client and writer read these words.",
};
const refund: AdminField = {
  kind: "cents",
  name: "refundCents",
  label: "Refund in US dollars",
  hint: (order) => `At most ${formatUsd(Math.max(0, netCents(order) - order.refundedCents))}.`,
  optional: true,
};
const newDeadline: AdminField = {
  kind: "moment",
  name: "deadline",
  label: "New deadline",
  hint: "Leave it empty to keep the old deadline, if it has not passed.",
  optional: true,
};

const deciding = (label: string, fields: readonly AdminField[]) =>
  ({
    A: {
      label: `Decide: ${label}`,
      opens: "folded",
      intro: "It takes effect after the time to appeal, or at once when both sides accept it.",
      send: "Decide",
      busy: "Deciding",
      fields: [...fields, reason],
      done: `Decided: ${label}. Both sides get a notice.`,
    },
  }) as const;

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
    changes: ({ now, actor }) => ({
      disputedAt: now,
      approvedAt: null,
      dispute: openedBy(actor.kind === "S" ? "A" : actor.kind),
    }),
    cannot: "no dispute can be opened",
    history: {
      title: "Dispute opened",
      client: "with text",
      writer: "with text",
      verb: "opened a dispute",
      by: "opened a dispute. The money is frozen",
    },
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
  "answer-dispute": action({
    moves: [
      move(["disputed"], "same", ["C", "W"], "none", "order.dispute-answered", {
        guards: ["dispute-answerable"],
        needs: ["answer"],
      }),
    ],
    changes: answered,
    cannot: "there is no claim to answer",
    history: {
      title: "Claim answered",
      client: "with text",
      writer: "with text",
      verb: "answered the claim",
      by: "answered the claim",
    },
    forms: { C: answering, W: answering },
  }),
  "decide-complete": action({
    moves: [
      move(["disputed"], "same", ["A"], "none", "order.dispute-decided", {
        guards: [...decideGuards, "rest-paid", "decision-sound"],
        needs: ["reason"],
      }),
    ],
    changes: decidedAs("complete"),
    cannot: "there is no dispute to decide",
    history: {
      title: "Decided: the work is accepted",
      client: "with text",
      writer: "with text",
      verb: "decided",
      by: (detail) => `decided that the work is accepted${backIn(detail)}`,
    },
    forms: deciding("the work is accepted", [refund, { kind: "bearer", onlyWith: "refundCents" }]),
  }),
  "decide-refund": action({
    moves: [
      move(["disputed"], "same", ["A"], "none", "order.dispute-decided", {
        guards: [...decideGuards, "decision-sound"],
        needs: ["reason"],
      }),
    ],
    changes: decidedAs("refund"),
    cannot: "there is no dispute to decide",
    history: {
      title: "Decided: refund",
      client: "with text",
      writer: "with text",
      verb: "decided",
      by: (detail) => `decided for a refund${backIn(detail)}`,
    },
    forms: deciding("refund", [refund, { kind: "bearer" }]),
  }),
  "decide-resume": action({
    moves: [
      move(["disputed"], "same", ["A"], "none", "order.dispute-decided", {
        guards: [...decideGuards, "new-deadline-sound"],
        needs: ["reason"],
      }),
    ],
    changes: decidedAs("resume"),
    cannot: "there is no dispute to decide",
    history: {
      title: "Decided: the writer continues",
      client: "with text",
      writer: "with text",
      verb: "decided",
      by: "decided that the writer continues",
    },
    forms: deciding("the writer continues", [newDeadline]),
  }),
  "decide-reassign": action({
    moves: [
      move(["disputed"], "same", ["A"], "none", "order.dispute-decided", {
        guards: [...decideGuards, "new-deadline-sound"],
        needs: ["reason"],
      }),
    ],
    changes: decidedAs("reassign"),
    cannot: "there is no dispute to decide",
    history: {
      title: "Decided: another writer",
      client: "with text",
      writer: "with text",
      verb: "decided",
      by: "decided for another writer",
    },
    forms: deciding("another writer", [newDeadline]),
  }),
};
