import type { Action } from "./lifecycle.ts";
import type { OrderFacts } from "./order-facts.ts";
import type { Stage } from "./states.ts";

const said: Readonly<Record<Stage, string>> = {
  new: "not placed yet",
  pending: "waiting for payment",
  quoted: "quoted and waiting for payment",
  confirmed: "paid and waiting for a writer",
  assigned: "offered to a writer",
  in_progress: "in progress",
  on_hold: "on hold",
  delivered: "delivered",
  revision_requested: "in revision",
  completed: "finished",
  cancelled: "cancelled",
  disputed: "in dispute",
  refunded: "refunded",
};

/** A state as it stands in a sentence: "The order is …". */
export const stageSaid = (order: Pick<OrderFacts, "status" | "kind">): string =>
  order.status === "pending" && order.kind === "custom" ? "waiting for its quote" : said[order.status];

/** What cannot be done, after "The order is …, so …". */
export const actionCannot: Readonly<Record<Action, string>> = {
  place: "it cannot be placed again",
  quote: "it cannot be quoted",
  "end-quote": "its quote cannot end",
  "ask-quote": "no quote can be asked for",
  "confirm-payment": "no payment is open for it",
  expire: "it cannot expire",
  cancel: "it cannot be cancelled",
  "cancel-unassigned": "it cannot be cancelled for want of a writer",
  assign: "no writer can be assigned",
  claim: "it cannot be taken",
  accept: "it cannot be accepted",
  "accept-for-writer": "it cannot be accepted for the writer",
  decline: "it cannot be declined",
  "lapse-offer": "there is no offer that could end",
  "withdraw-offer": "there is no offer to take back",
  hold: "it cannot be put on hold",
  answer: "there is no question to answer",
  resume: "it cannot be resumed",
  deliver: "nothing can be delivered",
  "request-revision": "no revision can be asked for",
  complete: "it cannot be finished",
  "complete-by-time": "it cannot be finished",
  "complete-unreached": "it cannot be finished by the office",
  release: "no money can be released",
  "open-dispute": "no dispute can be opened",
  "decide-complete": "there is no dispute to decide",
  "decide-refund": "there is no dispute to decide",
  "decide-resume": "there is no dispute to decide",
  "decide-reassign": "there is no dispute to decide",
  "refund-undecided": "there is no dispute to end",
  reassign: "no writer can be changed",
  chargeback: "no payment can be charged back",
  "end-chargeback": "there is no chargeback to end",
};
