import type { InboxCounts } from "#src/modules/chat/index.server.ts";
import type { MailTrouble } from "#src/modules/notifications/index.server.ts";
import type { MoneyToReview } from "#src/modules/payments/index.server.ts";
import { figures } from "#src/shared/counted.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import type { OtherQueue } from "../system/jobs.tsx";

/** What waits outside of orders, null for what this admin may not work on. */
type Others = { chats: InboxCounts | null; mails: MailTrouble | null; money: MoneyToReview | null };

const upTo = (count: number): string => (count === 0 ? "none" : count > 99 ? "more than 99" : figures(count));

/** Queues of other kinds than orders, each with its age and the page where one acts. */
export function otherQueues(now: Date, { chats, mails, money }: Others): readonly OtherQueue[] {
  const oldest = (at: Date | null | undefined) => (at ? `oldest ${shortTime(now.getTime() - at.getTime())}` : null);
  const queue = (key: string, to: string, name: string, count: number, age: string | null, bad = false) => ({
    ...{ key, to, name, count: upTo(count), age, bad },
  });
  const queues: OtherQueue[] = [];
  if (chats) {
    const { waiting, enquiries, longest, over } = chats;
    const late = over > 0 ? `, ${upTo(over)} over target` : "";
    const age = longest && `${oldest(longest)}${late}`;
    queues.push(queue("chats", "/admin/chats", "Chats waiting", waiting + enquiries, age, over > 0));
  }
  if (mails) {
    const { failed, addresses } = mails;
    queues.push(
      queue("mails", "/admin/mails", "Failed e-mails", failed, oldest(mails.oldest)),
      queue("addresses", "/admin/mails?list=addresses", "Refused addresses", addresses, oldest(mails.oldestAddress)),
    );
  }
  if (money) {
    const { events, refunds, held } = money;
    const waiting = [
      ...refunds.map(({ createdAt }) => createdAt),
      ...held.map(({ at }) => at),
      ...money.waiting.map(({ askedAt }) => askedAt),
    ].toSorted((a, b) => a.getTime() - b.getTime());
    queues.push(
      queue("webhooks", "/admin/payments", "Failed webhooks", events.length, oldest(events[0]?.receivedAt)),
      queue("refunds", "/admin/payments", "Refunds to look at", waiting.length, oldest(waiting[0])),
    );
  }
  return queues;
}
