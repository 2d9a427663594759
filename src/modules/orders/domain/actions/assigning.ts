import * as time from "../deadlines.ts";
import type { Asked } from "../guards.ts";
import type { OrderChanges } from "../order-facts.ts";
import { withWriter } from "../states.ts";
import { action, move, writerIn } from "./row.ts";

export const freed = { writerId: null, writerDeadline: null, assignedAt: null } as const;

/** No clock restarts when an offer is declined: the order was without a working writer all the time. */
const freedByAdmin = ({ order, now }: Asked): OrderChanges => ({
  ...(order.heldSince ? time.endPause(order, now) : {}),
  ...freed,
  unassignedSince: order.unassignedSince ?? now,
});

const takenBy = ({ order, now, params, settings }: Asked): OrderChanges => {
  const due = time.dueAt(order);
  return {
    writerId: params.writer?.id ?? null,
    assignedAt: now,
    writerDeadline: params.writerDeadline ?? (due && time.latestWriterDeadline(due, now, settings)),
  };
};

/** How an order gets its writer, and loses one. Who was asked and who declined is for admins alone. */
export const assigning = {
  assign: action({
    moves: [
      move(["confirmed"], "assigned", ["A"], "held", "order.assigned", {
        guards: ["time-left", "writer-fit", "writer-deadline"],
        needs: ["writer"],
      }),
    ],
    changes: takenBy,
    cannot: "no writer can be assigned",
    history: {
      title: "Writer asked",
      client: "hidden",
      writer: "hidden",
      by: (detail) => `asked ${writerIn(detail)} to take the order`,
    },
    forms: {
      A: {
        label: "Assign a writer",
        opens: "open",
        send: "Ask this writer",
        busy: "Asking",
        fields: [{ kind: "writer" }],
        done: "The writer is asked.",
      },
    },
  }),
  claim: action({
    moves: [
      move(["confirmed"], "assigned", ["W"], "held", "order.assigned", {
        guards: ["claiming-allowed", "time-left", "writer-fit", "writer-deadline"],
        needs: ["writer"],
      }),
    ],
    changes: takenBy,
    cannot: "it cannot be taken",
    history: { title: "Taken by a writer", client: "hidden", writer: "hidden", by: "took the order" },
    forms: { W: { opens: "elsewhere" } },
  }),
  accept: action({
    moves: [move(["assigned"], "in_progress", ["W"], "held", "order.started")],
    changes: ({ now }) => ({ unassignedSince: null, workSince: now }),
    cannot: "it cannot be accepted",
    history: { title: "Writer accepted", client: "shown", writer: "shown", by: "accepted the order" },
    forms: {
      W: {
        label: "Accept",
        opens: "at-once",
        tone: "main",
        fields: [],
        done: "You have the order. You can start the work.",
      },
    },
  }),
  "accept-for-writer": action({
    moves: [move(["assigned"], "in_progress", ["A"], "held", "order.started", { needs: ["reason"] })],
    changes: ({ now }) => ({ unassignedSince: null, workSince: now }),
    cannot: "it cannot be accepted for the writer",
    history: {
      title: "Accepted for the writer",
      client: "hidden",
      writer: "hidden",
      by: "accepted the order for the writer",
    },
    forms: {
      A: {
        label: "Accept for the writer",
        opens: "folded",
        send: "Start the work",
        busy: "Starting",
        fields: [{ kind: "text", name: "reason", label: "Reason", hint: "Why an admin answers for the writer." }],
        done: "The work has started.",
      },
    },
  }),
  decline: action({
    moves: [move(["assigned"], "confirmed", ["W"], "held", "order.unassigned")],
    changes: () => freed,
    cannot: "it cannot be declined",
    history: { title: "Writer declined", client: "hidden", writer: "hidden", by: "declined the order" },
    forms: {
      W: {
        label: "Decline",
        opens: "folded",
        title: "Decline this offer?",
        back: "Keep the offer",
        fields: [
          {
            kind: "text",
            name: "reason",
            label: "Reason",
            hint: "Admins read it, the client does not.",
            optional: true,
          },
        ],
        done: null,
      },
    },
  }),
  "lapse-offer": action({
    moves: [move(["assigned"], "confirmed", ["S"], "held", "order.unassigned", { guards: ["offer-over"] })],
    changes: () => freed,
    cannot: "there is no offer that could end",
    history: {
      title: "Offer ended without an answer",
      client: "hidden",
      writer: "hidden",
      alone: "The offer ended without an answer",
    },
  }),
  "withdraw-offer": action({
    moves: [move(["assigned"], "confirmed", ["A"], "held", "order.unassigned")],
    changes: () => freed,
    cannot: "there is no offer to take back",
    history: { title: "Offer taken back", client: "hidden", writer: "hidden", by: "took the offer back" },
    forms: {
      A: {
        label: "Take the offer back",
        opens: "asked",
        title: "Take the offer back?",
        intro: ({ writerName }) => `${writerName ?? "The writer"} loses the offer, and you can ask somebody else.`,
        send: "Take it back",
        fields: [],
        done: "The offer is taken back.",
      },
    },
  }),
  reassign: action({
    // The product does it for somebody who is no writer any more.
    moves: [move(withWriter, "confirmed", ["A", "S"], "held", "order.reassigned", { needs: ["reason"] })],
    changes: freedByAdmin,
    cannot: "no writer can be changed",
    history: {
      title: "Writer removed",
      client: "shown",
      writer: "hidden",
      by: "removed the writer",
      alone: "The writer left. The order needs another one",
    },
    forms: {
      A: {
        label: "Remove the writer",
        opens: "asked",
        title: "Remove the writer from this order?",
        intro: "The order has no writer then, and you choose another one.",
        fields: [{ kind: "text", name: "reason", label: "Reason", hint: "The client does not read it." }],
        done: "The order is free for another writer.",
      },
    },
  }),
};
