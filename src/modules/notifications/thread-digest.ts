import { threadSetting, unreadInThread } from "#src/modules/chat/index.server.ts";
import type { EventHandler } from "#src/platform/events.ts";
import { queueMail } from "#src/platform/mail/queue-mail.ts";
import { setTimer, type TimerKind } from "#src/platform/timers.ts";
import { minuteMs } from "#src/shared/units.ts";
import { addNotice } from "./add-notice.ts";
import { isWanted } from "./domain/kinds.ts";
import type { NoticeSources } from "./sources.ts";
import { threadLetter } from "./templates/thread.ts";

const sides = ["client", "writer"] as const;
type To = (typeof sides)[number];
const timerOf = (to: To): string => `notifications.thread-${to}`;

/** After a message the other side of an order gets some minutes to read it; then it goes out as one mail with the others. */
export const threadDigestHandler: EventHandler = {
  on: "thread.message",
  name: "notifications.thread-digest",
  run: async (work, { subject, payload }) => {
    const { digestMinutes } = await work.ctx.runtime.settings.get(threadSetting);
    const to = payload.to === "writer" ? "writer" : "client";
    await setTimer(work, { kind: timerOf(to), subject, due: new Date(work.now.getTime() + digestMinutes * minuteMs) });
  },
};

/** What is still unread when the time is over, one mail a side. */
export const threadDigestTimers = (sources: NoticeSources): readonly TimerKind[] =>
  sides.map((to) => ({
    kind: timerOf(to),
    run: async (work, threadId) => {
      const unread = await unreadInThread(work.tx, threadId, to);
      const person = unread && (await sources.person(work.tx, unread.personId));
      if (!unread || !person) return;
      const reader = { name: person.name, zone: person.timeZone ?? (await sources.zone(work.tx)) };
      const kind = to === "client" ? "thread.for-client" : "thread.for-writer";
      const onceKey = `${kind}:${threadId}:${unread.newest.toISOString()}`;
      const mail = { kind, to: person.email, onceKey, ...threadLetter({ ...unread, reader }) };
      await addNotice(work, unread.personId, mail);
      if (isWanted(kind, person.noticesOff)) await queueMail(work.tx, mail, work.now);
    },
  }));
