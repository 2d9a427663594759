import { z } from "zod";
import { defineSetting } from "#src/platform/settings.ts";
import { type LifeSettings, lifeSettings, type OrderRules, standardRules } from "./domain/order-rules.ts";

const hours = z.number().int().min(1).max(8760);
const days = z.number().int().min(1).max(365);
const percent = z.number().int().min(0).max(100);

/** What new orders are promised. An order keeps what it was placed with: rules read `order.rules`, never this setting. */
export const rulesSetting = defineSetting<OrderRules>({
  key: "orders.rules",
  meaning: "what new orders are promised: review, revisions, disputes, late work, two payments, refunds",
  schema: z.strictObject({
    longFromPages: z.number().int().min(1).max(500),
    approvalUndoSeconds: z.number().int().min(10).max(600),
    reviewDays: days,
    longReviewDays: days,
    unreachedDays: days,
    revisionDays: days,
    longRevisionDays: days,
    revisionDuePercent: z.number().int().min(1).max(100),
    revisionDueMinHours: hours,
    revisionDueMaxDays: days,
    holdDays: days,
    changeHours: hours,
    lateOfferHours: hours,
    restDays: days,
    twoParts: z.strictObject({
      fromCents: z.number().int().min(0).max(100_000_000),
      percent: z.number().int().min(0).max(99),
    }),
    disputeAnswerHours: hours,
    disputeDecideDays: days,
    decisionHours: hours,
    appealAloneHours: hours,
    disputeDays: days,
    refund: z.strictObject({
      unstartedPercent: percent,
      earlyPartPercent: percent,
      earlyUnopenedPercent: percent,
      earlyOpenedPercent: percent,
      lateHalfPercent: percent,
      missedPercent: percent,
      faultPercent: percent,
      creditDayPercent: percent,
      creditMaxPercent: percent,
    }),
  }),
  default: standardRules,
});

/** Periods of an order's life that count for running orders too. */
export const lifeSetting = defineSetting<LifeSettings>({
  key: "orders.life",
  meaning: "times of an order's life that count for running orders too: quotes, payment, offers, reminders, alarms",
  schema: z.strictObject({
    quoteHours: hours,
    unpaidHours: hours,
    quoteAlarmHours: hours,
    transferDays: days,
    minimumLeadHours: z.number().int().min(0).max(720),
    writersMayClaim: z.boolean(),
    acceptHours: hours,
    marginPercent: percent,
    marginMinHours: z.number().int().min(0).max(720),
    marginMaxHours: z.number().int().min(0).max(720),
    holdReminderHours: z.array(hours).length(2),
    restReminderHours: z
      .array(hours)
      .length(2)
      .default([...lifeSettings.restReminderHours]),
    reviewReminderPercents: z.array(percent).length(2),
    lateAlarmHours: hours,
  }),
  default: lifeSettings,
});

/** How many orders one account may place and leave unpaid (counted in the database); how long a person may read one. */
export const orderLimitsSetting = defineSetting<{ perHour: number; unpaid: number; screenedHours: number }>({
  key: "orders.limits",
  meaning:
    "orders that one account may place in an hour and leave unpaid at once; hours that a request waits for a person",
  schema: z.strictObject({
    perHour: z.number().int().min(1).max(1000),
    unpaid: z.number().int().min(1).max(1000),
    screenedHours: hours.default(72),
  }),
  default: { perHour: 20, unpaid: 10, screenedHours: 72 },
});

/** Refunds by an admin's own choice above this sum of an order, in cents, need a second admin. */
export const refundLimitSetting = defineSetting({
  key: "payments.refund-second-admin",
  meaning: "refunds that an admin chooses above what the rules give need a second admin over this sum of an order",
  unit: "cents",
  schema: z.number().int().min(0).max(10_000_000),
  default: 50_000,
});

/** How long such a refund waits where nobody else could approve it. */
export const refundAloneSetting = defineSetting({
  key: "payments.refund-alone-hours",
  meaning: "hours that such a refund waits when only one admin has the right to money",
  unit: "hours",
  schema: z.number().int().min(1).max(720),
  default: 24,
});

/** What the scope of a quote begins with. `{title}` and `{pages}` become those of the request. */
export const quoteTextsSetting = defineSetting<{ scope: string }>({
  key: "orders.quote-texts",
  meaning: "text that the scope of a quote for custom work begins with",
  schema: z.strictObject({ scope: z.string().max(5000) }),
  default: {
    scope: [
      "{title}",
      "Length: {pages}",
      "",
      "Included:",
      "- ",
      "",
      "Not included:",
      "- ",
      "",
      "Our guarantees apply to this work.",
    ].join("\n"),
  },
});
