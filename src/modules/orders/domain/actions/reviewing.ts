import { revisionDates } from "../deadlines.ts";
import { action, move } from "./row.ts";

/** From the delivery to the release of the money. */
export const reviewing = {
  /** The order stays as it is until `complete`: nobody else is notified of an approval that can still be undone. */
  approve: action({
    moves: [move(["delivered"], "same", ["C"], "held", "order.approved", { guards: ["not-approved", "rest-paid"] })],
    changes: ({ now }) => ({ approvedAt: now }),
    cannot: "it cannot be approved",
    history: { title: "Approved", client: "hidden", writer: "hidden", by: "approved the work" },
    forms: {
      C: {
        label: "Approve",
        opens: "folded",
        tone: "main",
        title: "Approve the work?",
        intro: ({ afterApproval }) => `The order is finished then. ${afterApproval ?? ""}`.trim(),
        send: "Approve",
        back: "Not yet",
        fields: [],
        done: "",
      },
    },
  }),
  "undo-approval": action({
    moves: [move(["delivered"], "same", ["C"], "held", "order.approval-undone", { guards: ["approved"] })],
    changes: () => ({ approvedAt: null }),
    cannot: "the approval cannot be undone",
    history: { title: "Approval undone", client: "hidden", writer: "hidden", by: "took the approval back" },
    forms: {
      C: {
        label: "Undo the approval",
        opens: "at-once",
        fields: [],
        done: "The approval is undone. Nothing was sent. You decide again.",
      },
    },
  }),
  complete: action({
    moves: [
      move(["delivered"], "completed", ["S"], "held", "order.completed", { guards: ["approved", "approval-over"] }),
    ],
    changes: ({ order, now }) => ({ completedAt: order.approvedAt ?? now }),
    cannot: "it cannot be finished",
    history: {
      title: "Approved and finished",
      client: "shown",
      writer: "hidden",
      alone: "The approval took effect. The order is finished",
    },
  }),
  "complete-by-time": action({
    moves: [
      move(["delivered"], "completed", ["S"], "held", "order.completed", {
        guards: ["rest-paid", "client-reached", "review-over"],
      }),
    ],
    changes: ({ now }) => ({ completedAt: now }),
    cannot: "it cannot be finished",
    history: {
      title: "Finished at the end of the review time",
      client: "shown",
      writer: "hidden",
      alone: "The review time ended. The order is finished",
    },
  }),
  "complete-unreached": action({
    moves: [
      move(["delivered"], "completed", ["A"], "held", "order.completed", {
        guards: ["rest-paid", "client-unreached", "unreached-over"],
        needs: ["reason"],
      }),
    ],
    changes: ({ now }) => ({ completedAt: now }),
    cannot: "it cannot be finished by an admin",
    history: {
      title: "Finished without the client",
      client: "shown",
      writer: "hidden",
      by: "finished the order without the client",
    },
    forms: {
      A: {
        label: "Finish without the client",
        opens: "folded",
        send: "Finish the order",
        busy: "Finishing",
        fields: [{ kind: "text", name: "reason", label: "Reason", hint: "How you tried to reach the client." }],
        done: "The order is finished.",
      },
    },
  }),
  "request-revision": action({
    moves: [
      move(["delivered"], "revision_requested", ["C"], "held", "order.revision-asked", {
        guards: ["rest-paid", "review-open", "not-approved"],
        needs: ["points"],
      }),
      move(["completed"], "revision_requested", ["C"], "held", "order.revision-asked", {
        guards: ["revision-open"],
        needs: ["points"],
      }),
    ],
    changes: ({ order, now, settings }) => ({
      workSince: now,
      completedAt: null,
      firstRevisionAt: order.firstRevisionAt ?? now,
      ...revisionDates(order, now, settings),
    }),
    cannot: "no revision can be asked for",
    history: {
      title: "Revision requested",
      client: "with text",
      writer: "with text",
      verb: "asked for a revision",
      by: "asked for a revision",
    },
    forms: {
      C: {
        label: "Ask for changes",
        opens: "folded",
        title: "What should change?",
        intro: ({ changesUntil, revisionDue }) =>
          `Name each point, best with the place in the text. The writer works on these points at no cost.${
            revisionDue ? ` Asked for now, the new version is due ${revisionDue}.` : ""
          }${changesUntil ? ` You can ask until ${changesUntil}.` : ""}`,
        back: "Keep it as it is",
        fields: [{ kind: "text", name: "points", label: "Points", hint: "Write one point on each line." }],
        done: "Your points went to the writer.",
      },
    },
  }),
  release: action({
    moves: [
      move(["completed"], "same", ["S"], "released", "order.released", {
        guards: ["not-released", "not-frozen", "revision-over"],
      }),
    ],
    changes: ({ now }) => ({ releasedAt: now }),
    cannot: "no money can be released",
    history: {
      title: "Money released",
      client: "shown",
      writer: "hidden",
      alone: "The time for revisions ended. The money was released",
    },
  }),
};
