import { chatSetting, threadSetting, unreadAnswers, unreadInThread } from "#src/modules/chat/index.server.ts";
import type { EventHandler } from "#src/platform/events.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { setTimer, type TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { minuteMs } from "#src/shared/units.ts";
import { adminAnswered } from "../admin/admin-chat.ts";
import { isWanted, type NoticeKind } from "../domain/kinds.ts";
import { chatAnswersMail, threadMail } from "../templates/unread.ts";
import type { Reader, WrittenMail } from "../templates/written-mail.ts";
import { addNotice } from "./add-notice.ts";
import type { NoticeSources } from "./sources.ts";

const chatTimer = "notifications.chat-digest";
const sides = ["client", "writer"] as const;
const timerOf = (to: (typeof sides)[number]): string => `notifications.thread-${to}`;

const inMinutes = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * minuteMs);

/** After an answer by support the person gets some minutes to read it; then it goes out as one mail with the others. */
export const chatDigestHandler: EventHandler = {
  on: "chat.answer",
  name: "notifications.chat-digest",
  run: async (work, { subject }) => {
    await adminAnswered(work, subject);
    const { digestMinutes } = await work.ctx.runtime.settings.get(chatSetting);
    await setTimer(work, { kind: chatTimer, subject, due: inMinutes(work.now, digestMinutes) });
  },
};

/** After a message the other side of an order gets as much time. */
export const threadDigestHandler: EventHandler = {
  on: "thread.message",
  name: "notifications.thread-digest",
  run: async (work, { subject, payload }) => {
    const { digestMinutes } = await work.ctx.runtime.settings.get(threadSetting);
    const to = payload.to === "writer" ? "writer" : "client";
    await setTimer(work, { kind: timerOf(to), subject, due: inMinutes(work.now, digestMinutes) });
  },
};

/** What is still unread when the time is over: of the chat, and one mail a side of an order. */
export const digestTimers = (sources: NoticeSources): readonly TimerKind[] => [
  {
    kind: chatTimer,
    run: async (work, chatId) => {
      const unread = await unreadAnswers(work.tx, chatId);
      if (unread) await tell(work, sources, unread, { kind: "chat.answers", of: chatId, letter: chatAnswersMail });
    },
  },
  ...sides.map((to) => ({
    kind: timerOf(to),
    run: async (work: Work, threadId: string) => {
      const unread = await unreadInThread(work.tx, threadId, to);
      const kind = to === "client" ? "thread.for-client" : "thread.for-writer";
      if (unread) await tell(work, sources, unread, { kind, of: threadId, letter: threadMail });
    },
  })),
];

type Unread = { personId: string; newest: Date };
type Digest<U> = { kind: NoticeKind; of: string; letter: (data: U & { reader: Reader }) => WrittenMail };

async function tell<U extends Unread>(
  work: Work,
  sources: NoticeSources,
  unread: U,
  { kind, of, letter: sentMail }: Digest<U>,
): Promise<void> {
  const person = await sources.person(work.tx, unread.personId);
  if (!person) return;
  const reader = { name: person.name, zone: person.timeZone ?? (await sources.zone(work.tx)) };
  const onceKey = `${kind}:${of}:${unread.newest.toISOString()}`;
  const mail = { kind, to: person.email, onceKey, ...sentMail({ ...unread, reader }) };
  await addNotice(work, unread.personId, mail);
  if (isWanted(kind, person.noticesOff)) await queueMail(work.tx, mail, work.now);
}
