import { chatSetting, unreadAnswers } from "#src/modules/chat/index.server.ts";
import type { EventHandler } from "#src/platform/events.ts";
import { queueMail } from "#src/platform/mail/queue-mail.ts";
import { setTimer, type TimerKind } from "#src/platform/timers.ts";
import { minuteMs } from "#src/shared/units.ts";
import { addNotice } from "./add-notice.ts";
import { adminAnswered } from "./admin/admin-chat.ts";
import { isWanted } from "./domain/kinds.ts";
import type { NoticeSources } from "./sources.ts";
import { chatAnswersLetter } from "./templates/chat-answers.ts";

const kind = "chat.answers";
const timer = "notifications.chat-digest";

/** After an answer by support the person gets some minutes to read it; then it goes out as one mail with the others. */
export const chatDigestHandler: EventHandler = {
  on: "chat.answer",
  name: "notifications.chat-digest",
  run: async (work, event) => {
    await adminAnswered(work, event.subject);
    const { digestMinutes } = await work.ctx.runtime.settings.get(chatSetting);
    await setTimer(work, {
      kind: timer,
      subject: event.subject,
      due: new Date(work.now.getTime() + digestMinutes * minuteMs),
    });
  },
};

/** What is still unread when the time is over. */
export const chatDigestTimer = (sources: NoticeSources): TimerKind => ({
  kind: timer,
  run: async (work, chatId) => {
    const unread = await unreadAnswers(work.tx, chatId);
    const person = unread && (await sources.person(work.tx, unread.personId));
    if (!unread || !person) return;
    const reader = { name: person.name, zone: person.timeZone ?? (await sources.zone(work.tx)) };
    const onceKey = `${kind}:${chatId}:${unread.newest.toISOString()}`;
    const mail = { kind, to: person.email, onceKey, ...chatAnswersLetter({ reader, texts: unread.texts }) };
    await addNotice(work, unread.personId, mail);
    if (isWanted(kind, person.noticesOff)) await queueMail(work.tx, mail, work.now);
  },
});
