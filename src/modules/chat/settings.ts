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
