import { z } from "zod";
import type { PageValues } from "#src/modules/operator/index.server.ts";
import { defineSetting } from "#src/platform/settings.ts";
import { counted } from "#src/shared/counted.ts";
import { dayMinutes } from "#src/shared/units.ts";

export const chatSetting = defineSetting({
  key: "chat.support",
  meaning: "support chat: minutes until unread answers are sent by e-mail, transcripts a person may have mailed a day",
  schema: z.strictObject({
    digestMinutes: z.number().int().min(1).max(dayMinutes),
    transcriptsPerDay: z.number().int().min(1).max(50),
  }),
  default: { digestMinutes: 10, transcriptsPerDay: 5 },
});

/** What Support wants to reach, and how often it asks whether it did. Support is there day and night: every minute counts. */
export const serviceSetting = defineSetting({
  key: "chat.service",
  meaning:
    "support: minutes until somebody who wrote has an answer (the target that lists and the overview measure), days until a person is asked again how a conversation was",
  schema: z.strictObject({
    firstReplyMinutes: z.number().int().min(1).max(10_080),
    askAgainDays: z.number().int().min(1).max(365),
  }),
  default: { firstReplyMinutes: 60, askAgainDays: 30 },
});

/** What client and writer of an order write to each other. */
export const threadSetting = defineSetting({
  key: "chat.threads",
  meaning:
    "conversation of client and writer: days it stays open after the order ended, days until hidden contact details are deleted after that end (admins read them in a dispute alone), minutes until unread messages are sent by e-mail",
  schema: z.strictObject({
    openDays: z.number().int().min(0).max(365),
    keepHiddenDays: z.number().int().min(1).max(365),
    digestMinutes: z.number().int().min(1).max(dayMinutes),
  }),
  default: { openDays: 14, keepHiddenDays: 30, digestMinutes: 10 },
});

/** How long a question from the contact page is kept after its last word, answered or not. */
export const enquirySetting = defineSetting({
  key: "chat.enquiries",
  meaning:
    "questions from the contact page: days until they are deleted, counted from the last word; hours in which an appeal is answered",
  schema: z.strictObject({
    keepDays: z.number().int().min(7).max(3650),
    appealHours: z.number().int().min(1).max(720).default(72),
  }),
  default: { keepDays: 365, appealHours: 72 },
});

/** What pages print of questions that were asked without an account. */
export const chatPageValues: PageValues = async ({ settings }) => ({
  "enquiry days": { text: counted((await settings.get(enquirySetting)).keepDays, "day") },
});
