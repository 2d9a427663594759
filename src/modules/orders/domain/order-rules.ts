/** A price may be paid in two payments from `fromCents` on; `percent` of it comes first, 0 is off. */
export type TwoParts = { fromCents: number; percent: number };

/** Shares of the price that go back, in whole percent. */
export type RefundRules = {
  unstartedPercent: number;
  /** Where the first part of the time used ends. */
  earlyPartPercent: number;
  earlyUnopenedPercent: number;
  earlyOpenedPercent: number;
  lateHalfPercent: number;
  missedPercent: number;
  /** The writer or the operator cannot finish the work. */
  faultPercent: number;
  /** Credit for late work that is still wanted: at least this for each started day, at most that. */
  creditDayPercent: number;
  creditMaxPercent: number;
};

/**
 * What an order was promised when it was placed, or when its quote was made: it is kept on the order and never follows a
 * later change of the setting `orders.rules`. What follows the settings of the day is in `LifeSettings`.
 */
export type OrderRules = {
  /** Orders from this many pages have the long periods. */
  longFromPages: number;
  /** A client can undo an approval this long; nobody is notified before. */
  approvalUndoSeconds: number;
  reviewDays: number;
  longReviewDays: number;
  /** Work that the client never saw: an admin decides this long after the review time. */
  unreachedDays: number;
  revisionDays: number;
  longRevisionDays: number;
  /** A revision is due after this part of the order's first window, within these bounds. */
  revisionDuePercent: number;
  revisionDueMinHours: number;
  revisionDueMaxDays: number;
  /** A pause without an answer ends after this. */
  holdDays: number;
  /** A change is answered within this, and then paid within this. */
  changeHours: number;
  /** Late work that nobody delivered: the full refund is offered after this. */
  lateOfferHours: number;
  /** From when an admin may end an order whose second payment never came. */
  restDays: number;
  twoParts: TwoParts;
  /** The other side of a dispute answers within this, an admin decides within that. */
  disputeAnswerHours: number;
  disputeDecideDays: number;
  /** A decision takes effect after this, and can be appealed until then. */
  decisionHours: number;
  /** An admin without colleagues decides about an appeal against the own decision after this. */
  appealAloneHours: number;
  disputeDays: number;
  refund: RefundRules;
};

/** The first values of an installation. */
export const standardRules = {
  longFromPages: 20,
  approvalUndoSeconds: 60,
  reviewDays: 7,
  longReviewDays: 14,
  unreachedDays: 7,
  revisionDays: 14,
  longRevisionDays: 30,
  revisionDuePercent: 25,
  revisionDueMinHours: 24,
  revisionDueMaxDays: 7,
  holdDays: 7,
  changeHours: 24,
  lateOfferHours: 72,
  restDays: 14,
  twoParts: { fromCents: 40_000, percent: 30 },
  disputeAnswerHours: 72,
  disputeDecideDays: 5,
  decisionHours: 72,
  appealAloneHours: 24,
  disputeDays: 30,
  refund: {
    unstartedPercent: 100,
    earlyPartPercent: 50,
    earlyUnopenedPercent: 100,
    earlyOpenedPercent: 70,
    lateHalfPercent: 50,
    missedPercent: 100,
    faultPercent: 100,
    creditDayPercent: 5,
    creditMaxPercent: 50,
  },
} as const satisfies OrderRules;

/**
 * Periods that follow the settings of the day, for running orders too. What an order was promised is in its `OrderRules`.
 */
export type LifeSettings = {
  /** A quote for a custom order stands this long. */
  quoteHours: number;
  /** A priced order waits this long for its money. */
  unpaidHours: number;
  /** A custom order that waits for its quote alarms an admin after this. */
  quoteAlarmHours: number;
  /** An announced bank transfer is waited for this long. */
  transferDays: number;
  /** Nearer to the deadline than this, no work is sold and no transfer is waited for. */
  minimumLeadHours: number;
  /** May writers take paid orders themselves? */
  writersMayClaim: boolean;
  /** A writer answers an offer within this. */
  acceptHours: number;
  /** Part of the time to the client's deadline that the writer's deadline leaves, and its bounds. */
  marginPercent: number;
  marginMinHours: number;
  marginMaxHours: number;
  holdReminderHours: readonly number[];
  /** The second of two payments is due on delivery: reminders. */
  restReminderHours: readonly number[];
  /** Reminders come at these parts of the review time. */
  reviewReminderPercents: readonly number[];
  lateAlarmHours: number;
};

/** The first values of an installation. */
export const lifeSettings = {
  quoteHours: 48,
  unpaidHours: 72,
  quoteAlarmHours: 24,
  transferDays: 7,
  minimumLeadHours: 3,
  writersMayClaim: false,
  acceptHours: 2,
  marginPercent: 10,
  marginMinHours: 1,
  marginMaxHours: 24,
  holdReminderHours: [24, 72],
  restReminderHours: [24, 72],
  reviewReminderPercents: [50, 85],
  lateAlarmHours: 24,
} as const satisfies LifeSettings;
