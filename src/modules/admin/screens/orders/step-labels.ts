import type { LifeTimerKind } from "#src/modules/orders/index.ts";

/** What happens by itself when nobody acts. */
export const timerLabels: Readonly<Record<LifeTimerKind, string>> = {
  "order.unpaid-end": "Closed, because it is not paid",
  "order.quote-alarm": "Alarm: the quote is late",
  "order.quote-end": "The quote ends",
  "order.unassigned-end": "Cancelled, all the money goes back",
  "order.accept-end": "The offer to the writer ends",
  "order.late-alarm": "Alarm: the work is late",
  "order.late-offer": "Very late: full refund offered",
  "order.hold-reminder-1": "The client is reminded",
  "order.hold-reminder-2": "The client is reminded again",
  "order.hold-end": "Work continues without an answer",
  "order.approval-end": "Finished, unless the client undoes the approval",
  "order.review-reminder-1": "The client is reminded",
  "order.rest-reminder-1": "The client is reminded of the second payment",
  "order.rest-reminder-2": "The client is reminded of the second payment again",
  "order.rest-end": "You can end the order without the second payment",
  "order.change-end": "The change that the client asked for is dropped",
  "order.review-reminder-2": "The client is reminded again",
  "order.review-end": "Finished, when the client has seen the work",
  "order.unreached-end": "An admin decides about work that was not seen",
  "order.revision-end": "The money is released",
  "order.dispute-heard": "The time to answer the claim ends",
  "order.dispute-alarm": "Alarm: the decision is due",
  "order.decided-complete": "The decision takes effect: the work stands",
  "order.decided-refund": "The decision takes effect: refund",
  "order.decided-resume": "The decision takes effect: the writer continues",
  "order.decided-reassign": "The decision takes effect: another writer",
  "order.dispute-end": "Refunded, when nobody has decided",
};

export const chargeLabels: Readonly<Record<string, string>> = {
  full: "Whole price",
  first: "First part",
  second: "Second part",
  change: "Change of the order",
  tip: "Tip",
  open: "open",
  settled: "paid",
  void: "void",
};
