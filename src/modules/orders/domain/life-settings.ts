/** Every period and share of an order's life, with its first value. Hours and days are whole numbers. */
export const lifeSettings = {
  /** A quote for a custom order stands this long. */
  quoteHours: 48,
  /** A priced order waits this long for its money. */
  unpaidHours: 72,
  /** A custom order that waits for its quote alarms an admin after this. */
  quoteAlarmHours: 24,
  /** An announced bank transfer is waited for this long. */
  transferDays: 7,
  /** Nearer to the deadline than this, no work is sold and no transfer is waited for. */
  minimumLeadHours: 3,
  /** May writers take paid orders themselves? */
  writersMayClaim: false,
  /** A writer answers an offer within this. */
  acceptHours: 2,
  /** Part of the time to the client's deadline that the writer's deadline leaves, and its bounds. */
  marginPercent: 10,
  marginMinHours: 1,
  marginMaxHours: 24,
  holdReminderHours: [24, 72],
  /** The second of two payments is due on delivery: reminders, and when an admin is asked to end the order. */
  restReminderHours: [24, 72],
  restDays: 14,
  /** A change is answered within this, and then paid within this. */
  changeHours: 24,
  holdDays: 7,
  /** Orders from this many pages have the long periods. */
  longFromPages: 20,
  /** A client can undo an approval this long; nobody is told of it before. */
  approvalUndoSeconds: 60,
  reviewDays: 7,
  longReviewDays: 14,
  /** Reminders come at these parts of the review time. */
  reviewReminderPercents: [50, 85],
  /** Work that the client never saw: an admin decides this long after the review time. */
  unreachedDays: 7,
  revisionDays: 14,
  longRevisionDays: 30,
  lateAlarmHours: 24,
  lateOfferHours: 72,
  /** The other side of a dispute answers within this, an admin decides within that. */
  disputeAnswerHours: 72,
  disputeDecideDays: 5,
  /** A decision takes effect after this, and can be appealed until then. */
  decisionHours: 72,
  /** An admin without colleagues decides about an appeal against the own decision after this. */
  appealAloneHours: 24,
  disputeDays: 30,
  refund: {
    unstartedPercent: 100,
    /** Where the first part of the time used ends. */
    earlyPartPercent: 50,
    earlyUnopenedPercent: 100,
    earlyOpenedPercent: 70,
    lateHalfPercent: 50,
    missedPercent: 100,
    /** The writer or the operator cannot finish the work. */
    faultPercent: 100,
    /** Credit for late work that is still wanted: at least this for each started day, at most that. */
    creditDayPercent: 5,
    creditMaxPercent: 50,
  },
} as const satisfies LifeSettings;

type RefundSettings = {
  unstartedPercent: number;
  earlyPartPercent: number;
  earlyUnopenedPercent: number;
  earlyOpenedPercent: number;
  lateHalfPercent: number;
  missedPercent: number;
  faultPercent: number;
  creditDayPercent: number;
  creditMaxPercent: number;
};

export type LifeSettings = {
  quoteHours: number;
  unpaidHours: number;
  quoteAlarmHours: number;
  transferDays: number;
  minimumLeadHours: number;
  writersMayClaim: boolean;
  acceptHours: number;
  marginPercent: number;
  marginMinHours: number;
  marginMaxHours: number;
  holdReminderHours: readonly number[];
  restReminderHours: readonly number[];
  restDays: number;
  changeHours: number;
  holdDays: number;
  longFromPages: number;
  approvalUndoSeconds: number;
  reviewDays: number;
  longReviewDays: number;
  reviewReminderPercents: readonly number[];
  unreachedDays: number;
  revisionDays: number;
  longRevisionDays: number;
  lateAlarmHours: number;
  lateOfferHours: number;
  disputeAnswerHours: number;
  disputeDecideDays: number;
  decisionHours: number;
  appealAloneHours: number;
  disputeDays: number;
  refund: RefundSettings;
};
