import * as time from "../deadlines.ts";
import { settledDiscount } from "../discount.ts";
import { action, move } from "./row.ts";

const answered = { quoteEndsAt: null, transferSince: null } as const;

/** From the order form to the money. */
export const ordering = {
  place: action({
    moves: [move(["new"], "pending", ["C"], "owed", "order.placed", { guards: ["fair-use", "sellable"] })],
    changes: ({ now }) => ({ waitingSince: now }),
    cannot: "it cannot be placed again",
    history: { title: "Order made", client: "shown", writer: "hidden" },
    ownCommand: true,
    forms: { C: { opens: "elsewhere" } },
  }),
  quote: action({
    moves: [
      move(["pending", "quoted"], "quoted", ["A"], "owed", "order.quoted", {
        guards: ["custom", "quote-complete"],
        needs: ["quote"],
      }),
    ],
    changes: ({ order, now, params, settings }) => ({
      priceCents: params.quote?.cents ?? order.priceCents,
      deadline: params.quote?.deadline ?? order.deadline,
      quoteEndsAt: time.quoteValidUntil(now, settings),
      quoteEnded: false,
      transferSince: null,
    }),
    cannot: "it cannot be quoted",
    history: { title: "Quote sent", client: "with text", writer: "hidden" },
    forms: { A: { opens: "elsewhere", done: "The quote is sent." } },
  }),
  "end-quote": action({
    moves: [move(["quoted"], "pending", ["S"], "void", "order.quote-ended", { guards: ["quote-over"] })],
    changes: ({ now }) => ({ ...answered, priceCents: null, quoteEnded: true, waitingSince: now }),
    cannot: "its quote cannot end",
    history: { title: "Quote ended unpaid", client: "shown", writer: "hidden" },
  }),
  "ask-quote": action({
    moves: [
      move(["quoted"], "pending", ["C"], "void", "order.quote-asked"),
      move(["pending"], "pending", ["C"], "none", "order.quote-asked", { guards: ["quote-ended"] }),
    ],
    changes: ({ now }) => ({ ...answered, priceCents: null, quoteEnded: false, waitingSince: now }),
    cannot: "no quote can be asked for",
    history: { title: "Another quote asked for", client: "shown", writer: "hidden" },
    forms: {
      C: { label: "Ask for another quote", opens: "at-once", fields: [], done: "You asked for another quote." },
    },
  }),
  "confirm-payment": action({
    moves: [
      move(["pending", "quoted"], "confirmed", ["S", "A"], "held", "order.paid", {
        guards: ["has-price", "payment-equals-charge"],
        needs: ["payment"],
      }),
    ],
    changes: ({ order, now }) => ({
      ...answered,
      waitingSince: null,
      quoteEnded: false,
      confirmedAt: order.confirmedAt ?? now,
      unassignedSince: now,
      ...(order.discount && { discount: settledDiscount(order) }),
    }),
    cannot: "no payment is open for it",
    history: { title: "Paid", client: "shown", writer: "hidden" },
    ownCommand: true,
    forms: {
      A: {
        label: "Confirm a bank transfer",
        opens: "folded",
        intro:
          "Read the bank statement first. The same reference is never counted twice. A part waits for the rest; what is over the price goes back.",
        send: "Confirm the transfer",
        busy: "Confirming",
        fields: [
          {
            kind: "cents",
            name: "cents",
            label: "Amount in US dollars",
            start: "price",
            ask: "Write what the bank statement says.",
          },
          { kind: "line", name: "reference", label: "The bank's reference" },
          { kind: "date", name: "receivedOn", label: "Day on the statement", hint: "Empty is today.", optional: true },
        ],
        done: "The transfer is confirmed, and the order is paid.",
      },
    },
  }),
  expire: action({
    moves: [move(["pending"], "cancelled", ["S"], "void", "order.cancelled", { guards: ["unpaid-over"] })],
    changes: () => answered,
    cannot: "it cannot expire",
    history: { title: "Closed unpaid", client: "shown", writer: "hidden" },
  }),
};
