import { and, inArray, isNull, lt, sql } from "drizzle-orm";
import { forgetFilesAt } from "#src/modules/files/index.server.ts";
import {
  countRows,
  daysText,
  type Kept,
  type Retained,
  removeInWork,
  retentionJob,
  retentionSetting,
} from "#src/platform/retention.ts";
import { dayMs } from "#src/shared/units.ts";
import { enquirySetting } from "../settings.ts";
import { chats, enquiries } from "../tables.ts";
import { oldHiddenTexts } from "../threads/hidden-details.ts";
import { oldHeldMessages } from "./held-messages.ts";

/** Conversations are deleted so many at a time: each takes its messages and files with it. */
const batch = 200;

/** Conversations with Support in which nothing waits, counted from the last message. */
const oldChats = ({ chatDays }: { chatDays: number }, now: Date) =>
  and(isNull(chats.waitingSince), lt(chats.lastMessageTime, new Date(now.getTime() - chatDays * dayMs)));

const conversations: Retained = {
  key: "chat.conversations",
  holds: "Conversations with Support, with files and notes",
  why: "Both sides can look up what was agreed, for as long as claims can be made.",
  shown: "Conversations with Support",
  choice: "retention",
  time: async ({ settings }) => `${daysText((await settings.get(retentionSetting)).chatDays)} after the last word`,
  remove: async (runtime, now) => {
    const old = oldChats(await runtime.settings.get(retentionSetting), now);
    return removeInWork(runtime, "chat.sweep", async (work) => {
      const due = work.tx
        .select({ id: chats.id })
        .from(chats)
        .where(old)
        .limit(batch)
        .for("update", { skipLocked: true });
      const gone = await work.tx.delete(chats).where(inArray(chats.id, due)).returning({ id: chats.id });
      await forgetFilesAt(
        work,
        "chat",
        gone.map(({ id }) => id),
      );
      return gone.length;
    });
  },
  overdue: async ({ db, settings }, now) => countRows(db, chats, oldChats(await settings.get(retentionSetting), now)),
};

/** Questions whose last word, the answer's or else the question's, is older than the setting. */
const oldQuestions = async ({ settings }: Kept, now: Date) => {
  const before = new Date(now.getTime() - (await settings.get(enquirySetting)).keepDays * dayMs);
  return lt(sql`coalesce(${enquiries.answeredAt}, ${enquiries.createdAt})`, before);
};

const questions: Retained = {
  key: "chat.enquiries",
  holds: "Questions from the contact page and reports of teachers: name, e-mail, text, answer",
  why: "The question is answered, and a follow-up can be understood.",
  shown: "Questions from the contact page",
  choice: "chat",
  time: async ({ settings }) => `${daysText((await settings.get(enquirySetting)).keepDays)} after the last word`,
  remove: async (runtime, now) => {
    const gone = await runtime.db
      .delete(enquiries)
      .where(await oldQuestions(runtime, now))
      .returning({ id: enquiries.id });
    return gone.length;
  },
  overdue: async (kept, now) => countRows(kept.db, enquiries, await oldQuestions(kept, now)),
};

export const sweepChats = retentionJob("chat.sweep", "53 3 * * *", [
  questions,
  conversations,
  oldHeldMessages,
  oldHiddenTexts,
]);
