import * as time from "../deadlines.ts";
import type { Asked } from "../guards.ts";
import type { OrderChanges } from "../order-facts.ts";
import { paidStatuses, withWriter } from "../states.ts";
import { action, backIn, move, sumOf } from "./row.ts";

const cancelled = ({ order, now }: Asked): OrderChanges => ({
  quoteEndsAt: null,
  transferSince: null,
  ...(order.heldSince ? time.endPause(order, now) : {}),
});

/** Cancelling, and what the client's bank does. */
export const moneyBack = {
  cancel: action({
    moves: [
      move(["pending", "quoted"], "cancelled", ["C", "A"], "void", "order.cancelled"),
      move(["confirmed"], "cancelled", ["C", "A"], "all back", "order.cancelled", { guards: ["not-frozen"] }),
      move(withWriter, "cancelled", ["C", "A"], "by ladder", "order.cancelled", {
        guards: ["not-frozen", "preview-seen"],
      }),
    ],
    changes: cancelled,
    cannot: "it cannot be cancelled",
    history: {
      title: "Cancelled",
      client: "shown",
      writer: "hidden",
      by: (detail) => `cancelled the order${backIn(detail)}`,
    },
    forms: {
      C: {
        label: "Cancel the order",
        opens: "folded",
        tone: "danger",
        title: ({ number }) => `Cancel order ${number}?`,
        back: "Keep the order",
        fields: [{ kind: "refund" }],
        done: "The order is cancelled.",
      },
      A: {
        label: "Cancel the order",
        opens: "asked",
        tone: "danger",
        title: ({ number }) => `Cancel order ${number}?`,
        send: ({ confirmedAt }) => (confirmedAt ? "Cancel and refund" : "Cancel the order"),
        busy: "Cancelling",
        fields: [
          { kind: "cause" },
          {
            kind: "text",
            name: "reason",
            label: "Reason",
            hint: "It is kept in the history of the order.",
            rows: 3,
          },
        ],
        done: "The order is cancelled.",
      },
    },
  }),
  "give-back": action({
    moves: [
      move(["delivered", "completed"], "same", ["A"], "given back", "order.given-back", {
        guards: ["not-frozen", "give-back-sound"],
        needs: ["reason"],
      }),
    ],
    right: "money",
    changes: () => ({}),
    cannot: "no money can be given back for delivered work",
    history: {
      title: "Money given back",
      client: "shown",
      writer: "hidden",
      by: ({ refundCents }) => `gave ${sumOf(refundCents)} back to the client`,
    },
    forms: {
      A: {
        label: "Refund a part",
        opens: "asked",
        title: ({ number }) => `Refund a part of order ${number}`,
        intro:
          "The order stays as it is. The money goes back to the payment method that was used. The client gets an e-mail when it is sent.",
        send: "Refund the client",
        busy: "Giving back",
        fields: [
          { kind: "sum", name: "refundCents", label: "Amount in US dollars", ask: "Write an amount like 20.00." },
          { kind: "bearer" },
          { kind: "text", name: "reason", label: "Reason", hint: "It is kept in the history of the order.", rows: 3 },
        ],
        done: "The money goes back to the client.",
      },
    },
  }),
  "cancel-unassigned": action({
    moves: [
      move(["confirmed"], "cancelled", ["S"], "all back", "order.cancelled", {
        guards: ["not-frozen", "unassigned-over"],
      }),
    ],
    changes: () => ({}),
    cannot: "it cannot be cancelled for want of a writer",
    history: {
      title: "Cancelled: no writer at the deadline",
      client: "shown",
      writer: "hidden",
      alone: (detail) => `The deadline passed without a writer. The order was cancelled${backIn(detail)}`,
    },
  }),
  "end-unpaid": action({
    moves: [
      move(["delivered"], "cancelled", ["A"], "kept", "order.cancelled", {
        guards: ["not-frozen", "rest-over"],
        needs: ["reason"],
      }),
    ],
    changes: () => ({}),
    cannot: "it cannot be ended for want of the second payment",
    history: {
      title: "Ended: the second payment did not come",
      client: "shown",
      writer: "hidden",
      by: "ended the order, because the second payment did not come",
    },
    forms: {
      A: {
        label: "End without the second payment",
        opens: "asked",
        tone: "danger",
        title: ({ number }) => `End order ${number} without the second payment?`,
        intro:
          "What was paid is kept, the final files stay closed for the client, and the writer gets the share of the whole price.",
        send: "End the order",
        busy: "Ending",
        fields: [{ kind: "text", name: "reason", label: "Reason", hint: "It is kept in the history of the order." }],
        done: "The order is ended. The writer is paid.",
      },
    },
  }),
  chargeback: action({
    moves: [
      move(paidStatuses, "same", ["S"], "frozen", "order.chargeback", {
        guards: ["was-paid", "not-frozen"],
        needs: ["chargeback"],
      }),
    ],
    changes: () => ({ frozen: true }),
    cannot: "no payment can be charged back",
    history: {
      title: "Charged back",
      client: "shown",
      writer: "hidden",
      alone: "The payment was charged back. The money is frozen",
    },
  }),
  "end-chargeback": action({
    moves: [
      move(paidStatuses, "same", ["S"], "by decision", "order.chargeback-ended", {
        guards: ["was-paid", "chargeback-open"],
        needs: ["chargeback"],
      }),
    ],
    changes: () => ({ frozen: false }),
    cannot: "there is no chargeback to end",
    history: {
      title: "Chargeback closed",
      client: "shown",
      writer: "hidden",
      alone: (detail) => `The chargeback was closed${backIn(detail)}`,
    },
  }),
};
