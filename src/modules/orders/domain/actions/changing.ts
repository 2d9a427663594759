import { agreedChange, askedChange, paidChange } from "../order-change.ts";
import { changeStages } from "../states.ts";
import { action, move } from "./row.ts";

/** Another deadline, other pages or sources while the order runs; nothing restarts. */
export const changing = {
  "ask-change": action({
    moves: [
      move(changeStages, "same", ["C"], "by change", "order.change-asked", {
        guards: ["changeable", "no-change", "not-frozen", "change-sound", "change-seen"],
        needs: ["change"],
      }),
    ],
    changes: askedChange,
    cannot: "it cannot be changed",
    history: { title: "Change requested", client: "shown", writer: "shown", by: "asked for a change of the order" },
    ownCommand: true,
    forms: {
      C: {
        label: "Change the order",
        opens: "folded",
        title: "What should be different?",
        intro:
          "The price follows the price list that your order was made with. You see the difference before you ask. The work does not start again.",
        send: "Look at the new price",
        back: "Leave it as it is",
        fields: [{ kind: "change" }],
        done: "You asked for the change.",
      },
    },
  }),
  "withdraw-change": action({
    moves: [move(changeStages, "same", ["C"], "held", "order.change-dropped", { guards: ["change-open"] })],
    changes: () => ({ change: null }),
    cannot: "there is no change to take back",
    history: { title: "Change withdrawn", client: "shown", writer: "shown", by: "took the change back" },
    forms: {
      C: {
        label: "Withdraw the change",
        opens: "at-once",
        fields: [],
        done: "The change is withdrawn. The order stays as it is.",
      },
    },
  }),
  "accept-change": action({
    moves: [
      move(changeStages, "same", ["W", "A"], "by change", "order.change-agreed", {
        guards: ["changeable", "change-asked", "change-in-time", "not-frozen"],
      }),
    ],
    changes: agreedChange,
    cannot: "there is no change to agree to",
    history: { title: "Change agreed", client: "shown", writer: "shown", by: "agreed to the change" },
    ownCommand: true,
    forms: {
      W: {
        label: "Agree to the change",
        opens: "at-once",
        tone: "main",
        fields: [],
        done: "You agreed to the change.",
      },
      A: {
        label: "Agree to the change",
        opens: "asked",
        title: "Agree to the change for the writer?",
        intro:
          "A higher price is paid before the change is made. A lower one is made at once, and the difference goes back.",
        fields: [],
        done: "The change is agreed.",
      },
    },
  }),
  "decline-change": action({
    moves: [move(changeStages, "same", ["W", "A"], "held", "order.change-dropped", { guards: ["change-asked"] })],
    changes: () => ({ change: null }),
    cannot: "there is no change to decline",
    history: {
      title: "Change declined",
      client: "shown",
      writer: "shown",
      by: "declined the change. The order stays as it is",
    },
    forms: {
      W: { label: "Keep it as it is", opens: "at-once", fields: [], done: "The order stays as it is." },
      A: {
        label: "Decline the change",
        opens: "asked",
        title: "Decline the change?",
        intro: "The order stays as it is.",
        fields: [],
        done: "The change is declined.",
      },
    },
  }),
  "lapse-change": action({
    moves: [
      move(changeStages, "same", ["S"], "held", "order.change-dropped", { guards: ["change-open", "change-over"] }),
    ],
    changes: () => ({ change: null }),
    cannot: "there is no change that could end",
    history: {
      title: "Change ended, no answer in time",
      client: "shown",
      writer: "shown",
      alone: "The time for the change ended. The order stays as it is",
    },
  }),
  "apply-change": action({
    moves: [move(changeStages, "same", ["S"], "by change", "order.changed", { guards: ["change-agreed"] })],
    changes: paidChange,
    cannot: "there is no change to make",
    history: { title: "Change paid and made", client: "shown", writer: "shown", alone: "The change was paid and made" },
    ownCommand: true,
  }),
};
