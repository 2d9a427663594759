import { and, eq, isNull, like } from "drizzle-orm";
import { chatForAdmin } from "#src/modules/chat/index.server.ts";
import type { EventHandler } from "#src/platform/events.ts";
import { setTimer, type TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { publishNotices } from "../live/topics.ts";
import { notices } from "../tables.ts";
import type { NoticeSources } from "../writing/sources.ts";
import { notifyAdmin } from "./notify-admin.ts";

const timer = "notifications.admin-chat";
const lookMs = 20_000;

export const chatPath = (chatId: string): string => `/admin/chats/${chatId}`;

type Waiting = NonNullable<Awaited<ReturnType<typeof chatForAdmin>>>;

/** Nobody has the chat: all who may answer are notified, once until it is answered. */
async function notifyAll(work: Work, sources: NoticeSources, chatId: string, { name, said: message, since }: Waiting) {
  const onceKey = `admin.chat-waits:${chatId}:${since.toISOString()}`;
  await notifyAdmin(work, sources, {
    kind: "admin.chat-waits",
    title: `${name} waits for an answer`,
    text: message,
    path: chatPath(chatId),
    onceKey,
  });
}

/** A person writes and the admins have not looked since: admins without a chat are notified at once, the one who has the chat a moment later. */
const waits = (sources: NoticeSources): EventHandler => ({
  on: "chat.waits",
  name: "notifications.admin-chat",
  run: async (work, { subject: chatId }) => {
    const chat = await chatForAdmin(work.tx, chatId);
    if (!chat) return;
    if (chat.assignedTo === null) return notifyAll(work, sources, chatId, chat);
    await setTimer(work, { kind: timer, subject: chatId, due: new Date(work.now.getTime() + lookMs) });
  },
});

/** What is still unread: one notice a chat, which is new again each time. */
export const adminChatTimer = (sources: NoticeSources): TimerKind => ({
  kind: timer,
  run: async (work, chatId) => {
    const chat = await chatForAdmin(work.tx, chatId);
    if (!chat || chat.unread === 0) return;
    if (chat.assignedTo === null) return notifyAll(work, sources, chatId, chat);
    const { name, said: message, assignedTo } = chat;
    const kind = "admin.chat-message";
    const news = {
      kind,
      title: `${name} wrote to you`,
      text: message,
      path: chatPath(chatId),
      onceKey: `${kind}:${chatId}`,
    } as const;
    await notifyAdmin(work, sources, news, { only: assignedTo, renew: true });
  },
});

/** Somebody answered: what asked for it is done, for everybody. */
export async function adminAnswered(work: Work, chatId: string): Promise<void> {
  const done = await work.tx
    .update(notices)
    .set({ readAt: work.now })
    .where(and(eq(notices.path, chatPath(chatId)), like(notices.kind, "admin.%"), isNull(notices.readAt)))
    .returning({ personId: notices.personId });
  for (const personId of new Set(done.map((one) => one.personId))) publishNotices(work, personId);
}

/** A question from the contact page. Its text is shown on its page alone. */
const enquiry = (sources: NoticeSources): EventHandler => ({
  on: "chat.enquiry",
  name: "notifications.admin-enquiry",
  run: (work, { subject: id }) =>
    notifyAdmin(work, sources, {
      kind: "admin.enquiry",
      title: "A question from the contact page",
      text: "Somebody without an account waits for an answer by e-mail.",
      path: `/admin/chats/enquiries/${id}`,
      onceKey: `admin.enquiry:${id}`,
    }),
});

export const adminChatEventHandlers = (sources: NoticeSources): readonly EventHandler[] => [
  waits(sources),
  enquiry(sources),
];
