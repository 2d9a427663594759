import { z } from "zod";
import { defineSetting } from "#src/platform/settings.ts";
import { type LifeSettings, lifeSettings } from "./domain/life-settings.ts";

const hours = z.number().int().min(1).max(8760);
const days = z.number().int().min(1).max(365);
const percent = z.number().int().min(0).max(100);

const refund = z.strictObject({
  unstartedPercent: percent,
  earlyPartPercent: percent,
  earlyUnopenedPercent: percent,
  earlyOpenedPercent: percent,
  lateHalfPercent: percent,
  missedPercent: percent,
  faultPercent: percent,
  creditDayPercent: percent,
  creditMaxPercent: percent,
});

/** Every period and share of an order's life. */
export const lifeSetting = defineSetting<LifeSettings>({
  key: "orders.life",
  meaning: "times and shares of an order's life: quotes, payment, offers, pauses, review, disputes, refunds",
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
    restDays: days.default(lifeSettings.restDays),
    changeHours: hours.default(lifeSettings.changeHours),
    holdDays: days,
    longFromPages: z.number().int().min(1).max(500),
    approvalUndoSeconds: z.number().int().min(10).max(600).default(lifeSettings.approvalUndoSeconds),
    reviewDays: days,
    longReviewDays: days,
    reviewReminderPercents: z.array(percent).length(2),
    unreachedDays: days,
    revisionDays: days,
    longRevisionDays: days,
    lateAlarmHours: hours,
    lateOfferHours: hours,
    disputeAnswerHours: hours.default(lifeSettings.disputeAnswerHours),
    disputeDecideDays: days.default(lifeSettings.disputeDecideDays),
    decisionHours: hours.default(lifeSettings.decisionHours),
    appealAloneHours: hours.default(lifeSettings.appealAloneHours),
    disputeDays: days,
    refund,
  }),
  default: lifeSettings,
});

/** How many orders one account may place and leave unpaid (counted in the database). */
export const orderLimitsSetting = defineSetting<{ perHour: number; unpaid: number }>({
  key: "orders.limits",
  meaning: "orders that one account may place in an hour, and leave unpaid at once",
  schema: z.strictObject({ perHour: z.number().int().min(1).max(1000), unpaid: z.number().int().min(1).max(1000) }),
  default: { perHour: 20, unpaid: 10 },
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
      "The guarantees of the shop hold for this work.",
    ].join("\n"),
  },
});
