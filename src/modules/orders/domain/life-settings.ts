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
