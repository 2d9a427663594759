import type { DomainEvent, EventHandler } from "#src/platform/events.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Work } from "#src/platform/work.ts";
import { adminChatEventHandlers } from "./admin/admin-chat.ts";
import { adminEvents, notifyAdminOfOrder } from "./admin/admin-news.ts";
import { otherAdminEventHandlers } from "./admin/other-news.ts";
import { addNotice } from "./writing/add-notice.ts";
import { isMailed, mailedEvents, mailsFor, orderIdOf } from "./writing/mail-for.ts";
import {
  passageEventHandlers,
  payoutEventHandlers,
  ratingHandlers,
  requestEventHandlers,
} from "./writing/person-news.ts";
import type { NoticeSources } from "./writing/sources.ts";

async function writeMails(sources: NoticeSources, work: Work, event: DomainEvent): Promise<void> {
  if (!isMailed(event.name)) return;
  for (const { personId, byMail, mail } of await mailsFor(event.name, sources, work, event)) {
    await addNotice(work, personId, mail);
    if (byMail) await queueMail(work.tx, mail, work.now);
  }
}

/** A placed order with a price asks nothing of anybody; it is the busiest of all events. */
const concernsOf =
  (on: string): EventHandler["concerns"] =>
  ({ kind }) =>
    on !== "order.placed" || kind !== "priced";

/** One handler for each event that people are notified of: notices and mails are written in its transaction, sent after it. */
export const noticeEventHandlers = (sources: NoticeSources): readonly EventHandler[] => [
  ...[...new Set([...mailedEvents, ...adminEvents])].map((on) => ({
    on,
    name: `notifications.${on}`,
    concerns: concernsOf(on),
    run: async (work: Work, event: DomainEvent) => {
      await writeMails(sources, work, event);
      await notifyAdminOfOrder(work, sources, event, orderIdOf(event));
    },
  })),
  ...payoutEventHandlers(sources),
  ...requestEventHandlers(sources),
  ...passageEventHandlers(sources),
  ...adminChatEventHandlers(sources),
  ...otherAdminEventHandlers(sources),
  ...ratingHandlers(sources),
];
