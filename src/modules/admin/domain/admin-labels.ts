import { type OrderStatus, openOrderGroups, type PaymentStatus } from "#src/modules/orders/index.ts";
import type { Service } from "#src/modules/pricing/index.ts";

/** The tabs of the order list, in their order. */
export const groupLabels = {
  open: "Open",
  "needs-quote": "Needs a quote",
  unpaid: "Unpaid",
  "no-writer": "No writer",
  working: "In work",
  delivered: "Delivered",
  trouble: "Disputes",
  finished: "Finished",
  ended: "Ended",
  all: "All",
} as const;
export type Group = keyof typeof groupLabels;

/** Groups of open orders: these can be sorted by deadline. */
export const openGroups: readonly Group[] = openOrderGroups;

/** What waits for a person: the name of the queue, and the same after "Orders" in a sentence. */
export const watchLabels = {
  disputed: { name: "Disputes", why: "Dispute to decide", verb: "Decide" },
  late: { name: "Late", why: "Late", verb: "Open" },
  "to-arrange": { name: "Payment to arrange", why: "Payment to arrange", verb: "Arrange" },
  "no-writer": { name: "Paid, no writer", why: "No writer yet", verb: "Assign" },
  "rest-unpaid": { name: "Second payment missing", why: "Second payment missing", verb: "Open" },
  unseen: { name: "Delivered, not seen", why: "Not seen by the client", verb: "Open" },
  "needs-quote": { name: "Custom orders to quote", why: "Needs a quote", verb: "Write a quote" },
  transfer: { name: "Transfers to confirm", why: "Transfer expected", verb: "Confirm" },
  "asked-long": { name: "Writer asked, no answer", why: "No answer from the writer", verb: "Open" },
  "hold-long": { name: "Answer overdue", why: "Client has not answered", verb: "Open" },
  revision: { name: "Revisions", why: "Revision to deliver", verb: "Read" },
  "mail-refused": { name: "Delivered, e-mail refused", why: "The e-mail was refused", verb: "Open" },
  "due-soon": { name: "Due in 24 hours", why: "Due in 24 hours", verb: "Open" },
} as const;
export type Watch = keyof typeof watchLabels;
export const watches = Object.keys(watchLabels) as readonly Watch[];

/** The quick filters of the list; only what is owed has a day on which it is due. */
export const quickLabels = {
  late: "Late",
  "due-today": "Today",
  "due-next": "Next 3 days",
  "no-writer": "No writer",
} as const;
export type Quick = keyof typeof quickLabels;

export const paymentLabels: Readonly<Record<PaymentStatus, string>> = {
  pending: "Not paid",
  awaiting_confirmation: "Transfer expected",
  partially_paid: "Partly paid",
  paid: "Paid",
  failed: "Failed",
  released: "Released",
  partially_refunded: "Partly refunded",
  refunded: "Refunded",
  void: "Nothing due",
  chargeback: "Charged back",
};

export const serviceLabels: Readonly<Record<Service | "custom", string>> = {
  "non-technical": "Paper",
  technical: "Technical",
  programming: "Programming",
  calculations: "Calculations",
  coursework: "Coursework",
  quiz: "Quiz",
  test: "Test",
  custom: "Custom order",
};

/** The states of the lifecycle table, in the words of the list. */
export const stateLabels: Readonly<Record<OrderStatus, string>> = {
  pending: "Waiting for payment or a quote",
  quoted: "Quote ready",
  confirmed: "No writer yet",
  assigned: "Writer asked",
  in_progress: "In progress",
  on_hold: "On hold",
  delivered: "Delivered",
  revision_requested: "Revision",
  completed: "Finished",
  cancelled: "Cancelled",
  disputed: "Disputed",
  refunded: "Refunded",
};

export const sortLabels = {
  newest: "Newest first",
  oldest: "Oldest first",
  due: "Nearest deadline first",
  "due-last": "Latest deadline first",
  price: "Highest price first",
  "price-low": "Lowest price first",
} as const;
export type Sort = keyof typeof sortLabels;

/** "Paper, Psychology" */
export const workLabel = ({ service, subject }: { service: string; subject: string | null }): string =>
  [new Map<string, string>(Object.entries(serviceLabels)).get(service) ?? service, subject].filter(Boolean).join(", ");
