import { and, eq, isNull, like } from "drizzle-orm";
import { chatForAdmin } from "#src/modules/chat/index.server.ts";
import type { EventHandler } from "#src/platform/events.ts";
import { setTimer, type TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { notices } from "../tables.ts";
import { notifyAdmin, notifyPerson, publishNotices } from "../writing/add-notice.ts";
import type { NoticeSources } from "../writing/sources.ts";

const timer = "notifications.admin-chat";
const lookMs = 20_000;

export const chatPath = (chatId: string): string => `/admin/chats/${chatId}`;

type Waiting = NonNullable<Awaited<ReturnType<typeof chatForAdmin>>>;

/** Nobody has the chat: all who may answer are notified, once until it is answered. */
async function notifyAll(
  work: Work,
  sources: NoticeSources,
  chatId: string,
  { name, lastMessage: message, since }: Waiting,
) {
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
    const { name, lastMessage: message, assignedTo } = chat;
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
  run: (work, { subject: id, payload: { about } }) =>
    notifyAdmin(work, sources, {
      kind: "admin.enquiry",
      title: about === "appeal" ? "Somebody appeals a decision" : "A question from the contact page",
      text:
        about === "appeal"
          ? "Somebody other than who decided answers it, by e-mail."
          : "Somebody without an account waits for an answer by e-mail.",
      path: `/admin/chats/enquiries/${id}`,
      onceKey: `admin.enquiry:${id}`,
    }),
});

/** The time for the answer to an appeal is over. */
const appealLate = (sources: NoticeSources): EventHandler => ({
  on: "chat.appeal-late",
  name: "notifications.admin-appeal-late",
  run: (work, { subject: id }) =>
    notifyAdmin(work, sources, {
      kind: "admin.enquiry",
      title: "An appeal has no answer",
      text: "The time in which we promised an answer is over. Answer it now.",
      path: `/admin/chats/enquiries/${id}`,
      onceKey: `admin.appeal-late:${id}`,
    }),
});

/** The client reads on the page of the request that somebody else has looked at it. */
const appealAnswered: EventHandler = {
  on: "chat.appeal-answered",
  name: "notifications.appeal-answered",
  run: (work, { subject, payload: { requestId, enquiryId } }) =>
    notifyPerson(work, subject, {
      kind: "request.news",
      title: "We answered your appeal",
      text: "Another person looked at your request.",
      path: `/dashboard/requests/${String(requestId)}`,
      onceKey: `appeal-answered:${String(enquiryId)}`,
    }),
};

export const adminChatEventHandlers = (sources: NoticeSources): readonly EventHandler[] => [
  waits(sources),
  enquiry(sources),
  appealLate(sources),
  appealAnswered,
];
