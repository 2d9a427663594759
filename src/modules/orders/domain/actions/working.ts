import * as time from "../deadlines.ts";
import { action, move } from "./row.ts";

/** While the writer works: questions, and handing over. */
export const working = {
  hold: action({
    moves: [move(["in_progress"], "on_hold", ["W", "A"], "held", "order.held", { needs: ["question"] })],
    changes: ({ now }) => ({ heldSince: now }),
    cannot: "it cannot be put on hold",
    history: { title: "Put on hold with a question", client: "with text", writer: "with text", verb: "asked" },
    forms: {
      W: {
        label: "Ask the client and pause",
        opens: "folded",
        title: "Ask the client",
        intro: ({ pauseEnds }) =>
          `Your clock stops until the answer, and your deadline moves by that time. ${pauseEnds ?? ""}`.trim(),
        back: "Go on without",
        fields: [{ kind: "text", name: "question", label: "Your question" }],
        done: "Your question was sent. Your deadline is paused until the answer.",
      },
      A: {
        label: "Ask the client and pause",
        opens: "folded",
        send: "Ask and pause",
        fields: [
          {
            kind: "text",
            name: "question",
            label: "Question for the client",
            hint: "Work time is paused until the answer, and the deadline moves by the same time.",
          },
        ],
        done: "The question is sent. The deadline is paused until the answer.",
      },
    },
  }),
  answer: action({
    moves: [move(["on_hold"], "in_progress", ["C"], "held", "order.resumed", { needs: ["answer"] })],
    changes: ({ order, now }) => time.endPause(order, now),
    cannot: "there is no question to answer",
    history: { title: "Question answered", client: "with text", writer: "with text", verb: "answered" },
    forms: {
      C: {
        label: "Send the answer",
        opens: "open",
        title: "The writer asks",
        fields: [{ kind: "text", name: "answer", label: "Your answer" }],
        done: "Your answer was sent. The work goes on.",
      },
    },
  }),
  resume: action({
    moves: [move(["on_hold"], "in_progress", ["S"], "held", "order.resumed", { guards: ["hold-over"] })],
    changes: ({ order, now }) => time.endPause(order, now),
    cannot: "it cannot be resumed",
    history: { title: "Work goes on after the pause", client: "shown", writer: "shown" },
  }),
  deliver: action({
    moves: [
      move(["in_progress", "revision_requested"], "delivered", ["W", "A"], "held", "order.delivered", {
        guards: ["final-version", "checklist-ticked"],
      }),
    ],
    changes: ({ order, now }) => ({
      firstDeliveredAt: order.firstDeliveredAt ?? now,
      deliveredAt: now,
      pageOpenedAt: null,
      noticeRefused: false,
      approvedAt: null,
    }),
    cannot: "nothing can be delivered",
    history: { title: "Delivered", client: "shown", writer: "shown" },
    ownCommand: true,
    forms: {
      W: { opens: "elsewhere", done: "The work is delivered." },
      A: {
        label: "Deliver the work",
        opens: "folded",
        send: "Hand over",
        fields: [{ kind: "work" }],
        done: "The work is delivered.",
      },
    },
  }),
};
