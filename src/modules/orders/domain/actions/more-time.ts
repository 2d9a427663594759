import { movedTo } from "../order-change.ts";
import { changeStages } from "../states.ts";
import { action, move } from "./row.ts";

const dropped = () => ({ moreTime: null });

/** A later deadline that the operator asks for: the client decides, the price stays, and without a yes nothing changes. */
export const moreTime = {
  "ask-time": action({
    moves: [
      move(changeStages, "same", ["A"], "held", "order.time-asked", {
        guards: ["no-time-asked", "no-change", "later-deadline"],
        needs: ["reason"],
      }),
    ],
    changes: ({ now, params }) =>
      params.deadline ? { moreTime: { deadline: params.deadline.toISOString(), askedAt: now.toISOString() } } : {},
    cannot: "the client cannot be asked for more time",
    history: {
      title: "Client asked for more time",
      client: "with text",
      writer: "with text",
      verb: "asked for more time",
      by: "asked the client for more time",
    },
    forms: {
      A: {
        label: "Ask the client for more time",
        opens: "folded",
        send: "Ask the client",
        busy: "Asking",
        fields: [
          {
            kind: "moment",
            name: "deadline",
            label: "New deadline",
            hint: "The writer's deadline moves with it. The price stays.",
          },
          {
            kind: "text",
            name: "reason",
            label: "Reason",
            hint: "Client and writer read it. The client gets an e-mail and must agree; without an answer nothing changes.",
            rows: 2,
          },
        ],
        done: "The client is asked for more time.",
      },
    },
  }),
  "agree-time": action({
    moves: [
      move(changeStages, "same", ["C"], "held", "order.time-agreed", { guards: ["time-asked", "time-still-ahead"] }),
    ],
    changes: (asked) => ({
      moreTime: null,
      ...(asked.order.moreTime && movedTo(asked, new Date(asked.order.moreTime.deadline))),
    }),
    cannot: "no later deadline is asked for",
    history: {
      title: "Later deadline agreed",
      client: "shown",
      writer: "shown",
      by: "agreed to the later deadline",
    },
    forms: {
      C: {
        label: "Agree to the new deadline",
        opens: "at-once",
        tone: "main",
        fields: [],
        done: "You agreed. The new deadline holds now.",
      },
    },
  }),
  "refuse-time": action({
    moves: [move(changeStages, "same", ["C"], "held", "order.time-refused", { guards: ["time-asked"] })],
    changes: dropped,
    cannot: "no later deadline is asked for",
    history: {
      title: "Later deadline refused",
      client: "shown",
      writer: "shown",
      by: "did not agree to a later deadline. It stays as it is",
    },
    forms: { C: { label: "Keep the deadline", opens: "at-once", fields: [], done: "The deadline stays as it is." } },
  }),
  "withdraw-time": action({
    moves: [move(changeStages, "same", ["A"], "held", "order.time-withdrawn", { guards: ["time-asked"] })],
    changes: dropped,
    cannot: "no later deadline is asked for",
    history: {
      title: "Later deadline no longer asked for",
      client: "shown",
      writer: "shown",
      by: "no longer asks for a later deadline",
    },
    forms: {
      A: {
        label: "Stop asking for more time",
        opens: "asked",
        title: "Stop asking the client for more time?",
        intro: "The deadline stays as it is. You can ask again.",
        fields: [],
        done: "The deadline stays as it is.",
      },
    },
  }),
  "lapse-time": action({
    moves: [move(changeStages, "same", ["S"], "held", "order.time-lapsed", { guards: ["time-asked", "time-over"] })],
    changes: dropped,
    cannot: "no later deadline is asked for",
    history: {
      title: "Later deadline not answered",
      client: "shown",
      writer: "shown",
      alone: "The client did not answer about a later deadline. It stays as it is",
    },
  }),
};
