import { z } from "zod";
import { askedCursor } from "#src/platform/database/cursor.ts";

const inboxTabs = ["waiting", "unread", "mine", "all"] as const;
export type InboxTab = (typeof inboxTabs)[number];

/** What the inbox's list is asked for; what is not known is as if it were not there. */
export const inboxInput = z.strictObject({
  tab: z.enum(inboxTabs).catch("waiting").default("waiting"),
  /** Whose: "" is everybody. */
  from: z.enum(["", "clients", "writers", "enquiries"]).catch("").default(""),
  search: z.string().trim().max(100).default(""),
  /** Cursor of the last line that is known. */
  after: askedCursor.optional(),
});
export type InboxAsked = z.output<typeof inboxInput>;
