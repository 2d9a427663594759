import { z } from "zod";
import { defineSetting } from "#src/platform/settings.ts";

export type ChatSettings = { digestMinutes: number; transcriptsPerDay: number };

export const chatSetting = defineSetting<ChatSettings>({
  key: "chat.support",
  meaning: "support chat: minutes until unread answers are sent by mail, transcripts a person may have mailed a day",
  schema: z.strictObject({
    digestMinutes: z.number().int().min(1).max(1440),
    transcriptsPerDay: z.number().int().min(1).max(50),
  }),
  default: { digestMinutes: 10, transcriptsPerDay: 5 },
});

export type EnquirySettings = { keepDays: number };

/** How long a question from the contact page is kept after its last word, answered or not. */
export const enquirySetting = defineSetting<EnquirySettings>({
  key: "chat.enquiries",
  meaning: "questions from the contact page: days until they are deleted, counted from the last word",
  unit: "days",
  schema: z.strictObject({ keepDays: z.number().int().min(7).max(3650) }),
  default: { keepDays: 365 },
});
