import type { KeptDiscount } from "./discount.ts";
import type { OrderRules } from "./order-rules.ts";
import type { Bearer, PaymentStatus, Stage } from "./states.ts";

/** What the price would have been for another delivery time; `upToHours` null is the last, cheapest step. */
type PriceStep = { upToHours: number | null; cents: number };

/** A change of a running order as its row keeps it; null is "as it is". The price follows from the order's own table. */
export type KeptChange = {
  /** ISO instants. */
  askedAt: string;
  /** Null while the writer has not answered. */
  agreedAt: string | null;
  deadline: string | null;
  /** What the person typed for it, and in which zone. */
  deadlineDate: string | null;
  deadlineTime: string | null;
  deadlineZone: string | null;
  pages: number | null;
  citedSources: number | null;
  /** The whole price after it. */
  cents: number;
};

/** A later deadline that the operator asks the client for, until it is answered. ISO instants. */
export type MoreTime = { deadline: string; askedAt: string };

/** All that the rules need to know about one order. Times are UTC instants, money is cents. */
export type OrderFacts = {
  id: string;
  status: Stage;
  paymentStatus: PaymentStatus;
  kind: "priced" | "custom";
  clientId: string;
  writerId: string | null;
  pages: number | null;
  /** The whole price; null while a custom order has none. */
  priceCents: number | null;
  /** The promotion code that takes something off it (`discountCents`). */
  discount: KeptDiscount | null;
  /** What an admin accepted as missing from transfers for it; the operator pays it. */
  shortfallCents: number;
  currency: string;
  /** What already went back to the client of this price. */
  refundedCents: number;
  /** Of that, and of what is still owed, what was credited for late deliveries. */
  lateCreditCents: number;
  /** What is still to be paid of the price on delivery; 0 where it was paid at once. */
  unpaidCents: number;
  restPaidAt: Date | null;
  /** What the client asks to change, and whether the writer agreed. */
  change: KeptChange | null;
  moreTime: MoreTime | null;
  /** When the price was made, and its steps by delivery time; empty where time does not change the price. */
  pricedAt: Date | null;
  priceSteps: readonly PriceStep[];
  fairUseAccepted: boolean;
  /** What the order was promised when it was placed, or quoted. */
  rules: OrderRules;
  /** The client's deadline, moved by every pause that has ended. */
  deadline: Date | null;
  writerDeadline: Date | null;
  /** When the asked revision is due; null while none is asked for. */
  revisionDueAt: Date | null;
  /** Since when money or a quote is waited for: placed, or the end of the last quote. */
  waitingSince: Date | null;
  quoteEndsAt: Date | null;
  /** The last quote ended unpaid and the client has not asked for another. */
  quoteEnded: boolean;
  transferSince: Date | null;
  /** First paid. Time used runs from here. */
  confirmedAt: Date | null;
  /** Since when it stands without a writer. */
  unassignedSince: Date | null;
  assignedAt: Date | null;
  heldSince: Date | null;
  /** Milliseconds of all pauses that have ended. */
  pausedMs: number;
  /** Since when a final version counts: the work, or the asked revision, began. */
  workSince: Date | null;
  firstDeliveredAt: Date | null;
  /** When changes were first asked for. */
  firstRevisionAt: Date | null;
  deliveredAt: Date | null;
  /** The client approved the delivery; it takes effect when the time to undo it is over. */
  approvedAt: Date | null;
  completedAt: Date | null;
  disputedAt: Date | null;
  /** Who opened the dispute, who answered, what is decided; null before the first one. */
  dispute: Dispute | null;
  releasedAt: Date | null;
  /** A chargeback is open: no money moves. */
  frozen: boolean;
  /** A final version (text or file) was added since `workSince`. */
  hasFinalDelivery: boolean;
  checklist: "none" | "open" | "ticked";
  /** The client opened a draft or a delivery. */
  draftOpened: boolean;
  /** When the client first opened the order page after the last delivery. */
  pageOpenedAt: Date | null;
  /** The mail about the last delivery was refused. */
  noticeRefused: boolean;
};

/** The fields that a step in the life of an order may write. */
export type OrderChanges = Partial<
  Pick<
    OrderFacts,
    | "writerId"
    | "priceCents"
    | "discount"
    | "deadline"
    | "writerDeadline"
    | "revisionDueAt"
    | "waitingSince"
    | "quoteEndsAt"
    | "quoteEnded"
    | "transferSince"
    | "confirmedAt"
    | "unassignedSince"
    | "assignedAt"
    | "heldSince"
    | "pausedMs"
    | "firstDeliveredAt"
    | "firstRevisionAt"
    | "deliveredAt"
    | "approvedAt"
    | "completedAt"
    | "disputedAt"
    | "dispute"
    | "releasedAt"
    | "frozen"
    | "refundedCents"
    | "lateCreditCents"
    | "unpaidCents"
    | "change"
    | "moreTime"
    | "pages"
    | "workSince"
    | "pageOpenedAt"
    | "noticeRefused"
  >
>;

/** The two sides that answer; an admin may open a dispute as well. */
export type Side = "C" | "W";
export type DecisionName = "complete" | "refund" | "resume" | "reassign";

export type DisputeDecision = {
  name: DecisionName;
  at: Date;
  /** The admin who decided; after an appeal another one does. */
  by: string;
  refundCents: number | null;
  bearer: Exclude<Bearer, "nobody"> | null;
  deadline: Date | null;
  accepted: readonly Side[];
};

export type Dispute = {
  by: Side | "A";
  answered: readonly Side[];
  decision: DisputeDecision | null;
  appeal: { at: Date; by: Side } | null;
};

export const openedBy = (by: Dispute["by"]): Dispute => ({ by, answered: [], decision: null, appeal: null });

type Plain<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
/** As it is stored: instants are texts. */
export type StoredDispute = Plain<Dispute>;

/** What is stored of a dispute, with its instants. */
export function readDispute(stored: StoredDispute | null): Dispute | null {
  if (!stored) return null;
  const { by, answered, decision, appeal } = stored;
  return {
    by,
    answered,
    decision: decision && {
      ...decision,
      at: new Date(decision.at),
      deadline: decision.deadline === null ? null : new Date(decision.deadline),
    },
    appeal: appeal && { ...appeal, at: new Date(appeal.at) },
  };
}

export const storeDispute = (dispute: Dispute): StoredDispute => JSON.parse(JSON.stringify(dispute)) as StoredDispute;
