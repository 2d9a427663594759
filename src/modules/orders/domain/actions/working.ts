import * as time from "../deadlines.ts";
import { action, creditedIn, move, versionIn } from "./row.ts";

/** While the writer works: questions, and handing over. */
export const working = {
  hold: action({
    moves: [move(["in_progress"], "on_hold", ["W", "A"], "held", "order.held", { needs: ["question"] })],
    changes: ({ now }) => ({ heldSince: now }),
    cannot: "it cannot be put on hold",
    history: {
      title: "Put on hold with a question",
      client: "with text",
      writer: "with text",
      verb: "asked",
      by: "asked the client a question. The work is paused",
    },
    forms: {
      W: {
        label: "Ask the client and pause",
        opens: "folded",
        title: "Ask the client",
        intro: ({ pauseEnds }) =>
          `Your work is paused until the answer, and your deadline moves by the same time. ${pauseEnds ?? ""}`.trim(),
        back: "Continue without",
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
    history: {
      title: "Question answered",
      client: "with text",
      writer: "with text",
      verb: "answered",
      by: "answered. The work continues",
    },
    forms: {
      C: {
        label: "Send the answer",
        opens: "open",
        title: "The writer asks",
        fields: [{ kind: "text", name: "answer", label: "Your answer" }],
        done: "Your answer was sent. The work continues.",
      },
    },
  }),
  "answer-for-client": action({
    moves: [move(["on_hold"], "in_progress", ["A"], "held", "order.resumed", { needs: ["answer", "reason"] })],
    changes: ({ order, now }) => time.endPause(order, now),
    cannot: "there is no question to answer",
    history: {
      title: "Answer of the client entered",
      client: "with text",
      writer: "with text",
      verb: "entered the client's answer",
      by: "entered the client's answer. The work continues",
    },
    forms: {
      A: {
        label: "Enter the client's answer",
        opens: "folded",
        send: "Save the answer",
        fields: [
          {
            kind: "text",
            name: "answer",
            label: "What the client said",
            hint: "The writer reads this as the client's answer, entered by Support.",
          },
          {
            kind: "text",
            name: "reason",
            label: "Where it was said",
            hint: "For example: in the chat today, by e-mail, on the phone. Client and writer read it.",
          },
        ],
        done: "The answer is entered. The work continues.",
      },
    },
  }),
  resume: action({
    moves: [move(["on_hold"], "in_progress", ["S"], "held", "order.resumed", { guards: ["hold-over"] })],
    changes: ({ order, now }) => time.endPause(order, now),
    cannot: "it cannot be resumed",
    history: {
      title: "Work continues after the pause",
      client: "shown",
      writer: "shown",
      alone: "The pause ended without an answer. The work continues",
    },
  }),
  "end-pause": action({
    moves: [move(["on_hold"], "in_progress", ["A"], "held", "order.resumed", { needs: ["reason"] })],
    changes: ({ order, now }) => time.endPause(order, now),
    cannot: "there is no pause to end",
    history: {
      title: "Pause ended without an answer",
      client: "shown",
      writer: "shown",
      by: "ended the pause. The work continues",
    },
    forms: {
      A: {
        label: "End the pause",
        opens: "folded",
        send: "End the pause",
        fields: [
          {
            kind: "text",
            name: "reason",
            label: "Why the work continues without an answer",
            hint: "Only admins read it. The deadline moves by the length of the pause.",
          },
        ],
        done: "The pause is over. The work continues.",
      },
    },
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
      revisionDueAt: null,
      pageOpenedAt: null,
      noticeRefused: false,
      approvedAt: null,
    }),
    cannot: "nothing can be delivered",
    history: {
      title: "Delivered",
      client: "shown",
      writer: "shown",
      by: (detail) => `delivered${versionIn(detail)}${creditedIn(detail)}`,
    },
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
