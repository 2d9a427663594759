import * as time from "./deadlines.ts";
import type { Asked } from "./guards.ts";
import type { Action } from "./lifecycle.ts";
import type { OrderChanges } from "./order-facts.ts";

const freed = { writerId: null, writerDeadline: null, assignedAt: null } as const;
const answered = { quoteEndsAt: null, transferSince: null } as const;

/** No clock restarts when an offer comes back: the order was without a working writer all the time. */
const freedByOffice = ({ order, now }: Asked): OrderChanges => ({
  ...(order.heldSince ? time.endPause(order, now) : {}),
  ...freed,
  unassignedSince: order.unassignedSince ?? now,
});

const takenBy = ({ order, now, params, settings }: Asked): OrderChanges => ({
  writerId: params.writer?.id ?? null,
  assignedAt: now,
  writerDeadline: params.writerDeadline ?? (order.deadline && time.latestWriterDeadline(order.deadline, now, settings)),
});

const resumedByDecision = ({ order, now, params, settings }: Asked): OrderChanges => ({
  disputedAt: null,
  workSince: now,
  deadline: params.deadline ?? order.deadline,
  writerDeadline: params.deadline
    ? later(time.latestWriterDeadline(params.deadline, now, settings), now, params.deadline)
    : order.writerDeadline,
});

/** A margin that eats the whole window leaves the writer the client's own deadline. */
const later = (at: Date, now: Date, fallback: Date): Date => (at > now ? at : fallback);

/** What each step writes beside the state itself (decisions 4). Refunded cents are added by `decide`. */
export const stepChanges: Readonly<Record<Action, (asked: Asked) => OrderChanges>> = {
  place: ({ now }) => ({ waitingSince: now }),
  quote: ({ order, now, params, settings }) => ({
    priceCents: params.quote?.cents ?? order.priceCents,
    deadline: params.quote?.deadline ?? order.deadline,
    quoteEndsAt: time.quoteValidUntil(now, settings),
    quoteEnded: false,
    transferSince: null,
  }),
  "end-quote": ({ now }) => ({ ...answered, priceCents: null, quoteEnded: true, waitingSince: now }),
  "ask-quote": ({ now }) => ({ ...answered, priceCents: null, quoteEnded: false, waitingSince: now }),
  "confirm-payment": ({ order, now }) => ({
    ...answered,
    waitingSince: null,
    quoteEnded: false,
    confirmedAt: order.confirmedAt ?? now,
    unassignedSince: now,
  }),
  expire: () => answered,
  cancel: ({ order, now }) => ({ ...answered, ...(order.heldSince ? time.endPause(order, now) : {}) }),
  "cancel-unassigned": () => ({}),
  assign: takenBy,
  claim: takenBy,
  accept: ({ now }) => ({ unassignedSince: null, workSince: now }),
  "accept-for-writer": ({ now }) => ({ unassignedSince: null, workSince: now }),
  decline: () => freed,
  "lapse-offer": () => freed,
  "withdraw-offer": () => freed,
  hold: ({ now }) => ({ heldSince: now }),
  answer: ({ order, now }) => time.endPause(order, now),
  resume: ({ order, now }) => time.endPause(order, now),
  deliver: ({ order, now }) => ({
    firstDeliveredAt: order.firstDeliveredAt ?? now,
    deliveredAt: now,
    pageOpenedAt: null,
    noticeRefused: false,
  }),
  "request-revision": ({ now }) => ({ workSince: now, completedAt: null }),
  complete: ({ now }) => ({ completedAt: now }),
  "complete-by-time": ({ now }) => ({ completedAt: now }),
  "complete-unreached": ({ now }) => ({ completedAt: now }),
  release: ({ now }) => ({ releasedAt: now }),
  "open-dispute": ({ now }) => ({ disputedAt: now }),
  "decide-complete": ({ now }) => ({ completedAt: now, disputedAt: null }),
  "decide-refund": () => ({ disputedAt: null }),
  "decide-resume": resumedByDecision,
  "decide-reassign": ({ order, now, params }) => ({
    ...freed,
    disputedAt: null,
    unassignedSince: now,
    deadline: params.deadline ?? order.deadline,
  }),
  "refund-undecided": () => ({ disputedAt: null }),
  reassign: freedByOffice,
  chargeback: () => ({ frozen: true }),
  "end-chargeback": () => ({ frozen: false }),
};
