import * as time from "../deadlines.ts";
import { settledDiscount } from "../discount.ts";
import { action, move, sumOf } from "./row.ts";

const answered = { quoteEndsAt: null, transferSince: null } as const;

/** From the order form to the money. */
export const ordering = {
  place: action({
    moves: [move(["new"], "pending", ["C"], "owed", "order.placed", { guards: ["fair-use", "sellable"] })],
    changes: ({ now }) => ({ waitingSince: now }),
    cannot: "it cannot be placed again",
    history: {
      title: "Order made",
      client: "shown",
      writer: "hidden",
      by: "placed the order and accepted the terms and the fair-use promise",
    },
    ownCommand: true,
    forms: { C: { opens: "elsewhere" } },
  }),
  quote: action({
    moves: [
      move(["pending", "quoted"], "quoted", ["A"], "owed", "order.quoted", {
        guards: ["custom", "no-transfer", "quote-complete"],
        needs: ["quote"],
      }),
    ],
    changes: ({ order, now, params, settings }) => ({
      priceCents: params.quote?.cents ?? order.priceCents,
      deadline: params.quote?.deadline ?? order.deadline,
      quoteEndsAt: time.quoteValidUntil(now, settings, params.quote?.validHours),
      quoteEnded: false,
      transferSince: null,
    }),
    cannot: "it cannot be quoted",
    history: {
      title: "Quote sent",
      client: "with text",
      writer: "hidden",
      by: ({ quoteCents }) => `sent a quote of ${sumOf(quoteCents)}`,
    },
    forms: { A: { opens: "elsewhere", done: "The quote is sent." } },
  }),
  "end-quote": action({
    moves: [move(["quoted"], "pending", ["S"], "void", "order.quote-ended", { guards: ["quote-over"] })],
    changes: ({ now }) => ({ ...answered, priceCents: null, quoteEnded: true, waitingSince: now }),
    cannot: "its quote cannot end",
    history: {
      title: "Quote ended, not paid in time",
      client: "shown",
      writer: "hidden",
      alone: "The quote was not paid in time and has ended",
    },
  }),
  "counter-quote": action({
    moves: [
      move(["quoted"], "pending", ["C"], "void", "order.quote-asked", {
        guards: ["counter-sound"],
        needs: ["counter"],
      }),
    ],
    changes: ({ now }) => ({ ...answered, priceCents: null, quoteEnded: false, waitingSince: now }),
    cannot: "there is no quote to answer",
    history: {
      title: "Counter-offer made",
      client: "with text",
      writer: "hidden",
      by: ({ counterCents }) =>
        `made a counter-offer${typeof counterCents === "number" ? ` of ${sumOf(counterCents)}` : ""}`,
    },
    ownCommand: true,
    forms: {
      C: {
        label: "Make a counter-offer",
        opens: "folded",
        title: "What should be different?",
        intro:
          "Name a price, a deadline, or what the work should include. The quote is then no longer valid, and we answer with a new version.",
        send: "Send the counter-offer",
        back: "Keep the quote",
        fields: [{ kind: "counter" }],
        done: "Your counter-offer is sent. We answer with a new version of the quote.",
      },
    },
  }),
  "decline-quote": action({
    moves: [move(["quoted"], "pending", ["C"], "void", "order.quote-declined", { needs: ["reason"] })],
    changes: ({ now }) => ({ ...answered, priceCents: null, quoteEnded: true, waitingSince: now }),
    cannot: "there is no quote to decline",
    history: { title: "Quote declined", client: "with text", writer: "hidden", by: "declined the quote" },
    forms: {
      C: {
        label: "Decline the quote",
        opens: "folded",
        tone: "danger",
        title: "Decline the quote?",
        intro: "You owe nothing. You can still ask for a quote again, until the order closes automatically.",
        send: "Decline the quote",
        back: "Keep the quote",
        fields: [
          {
            kind: "text",
            name: "reason",
            label: "Why do you decline?",
            hint: "One sentence helps us to make a better offer.",
            rows: 3,
          },
        ],
        done: "The quote is declined.",
      },
    },
  }),
  "ask-quote": action({
    moves: [move(["pending"], "pending", ["C"], "none", "order.quote-asked", { guards: ["quote-ended"] })],
    changes: ({ now }) => ({ ...answered, priceCents: null, quoteEnded: false, waitingSince: now }),
    cannot: "no quote can be asked for",
    history: { title: "New quote requested", client: "shown", writer: "hidden", by: "asked for a quote again" },
    forms: {
      C: {
        label: "Ask for a quote again",
        opens: "at-once",
        tone: "main",
        fields: [],
        done: "You asked for a quote again.",
      },
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
    history: {
      title: "Paid",
      client: "shown",
      writer: "hidden",
      by: "confirmed the payment. The money is held",
      alone: "The payment arrived. The money is held",
    },
    right: "money",
    ownCommand: true,
    forms: {
      A: {
        label: "Confirm a bank transfer",
        opens: "folded",
        intro:
          "Check the bank statement first. A reference is never counted twice. If only a part has arrived, the order waits for the rest. If too much has arrived, the difference goes back.",
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
          { kind: "line", name: "reference", label: "Reference on the bank statement" },
          {
            kind: "date",
            name: "receivedOn",
            label: "Day on the statement",
            hint: "If you leave it empty, it is today.",
            optional: true,
          },
        ],
        done: "The transfer is confirmed, and the order is paid.",
      },
    },
  }),
  expire: action({
    moves: [move(["pending"], "cancelled", ["S"], "void", "order.cancelled", { guards: ["unpaid-over"] })],
    changes: () => answered,
    cannot: "it cannot expire",
    history: {
      title: "Closed, not paid in time",
      client: "shown",
      writer: "hidden",
      alone: "The order was closed because it was not paid in time",
    },
  }),
};
