import type { Fact, Reaction } from "#src/platform/facts.ts";
import { queueMail } from "#src/platform/mail/queue-mail.ts";
import type { Work } from "#src/platform/work.ts";
import { addNotice } from "./add-notice.ts";
import { deskChatReactions } from "./desk/desk-chat.ts";
import { deskFacts, tellDeskOfOrder } from "./desk/desk-news.ts";
import { isTold, lettersFor, orderIdOf, toldFacts } from "./mail-for.ts";
import type { NoticeSources } from "./sources.ts";

async function writeLetters(sources: NoticeSources, work: Work, fact: Fact): Promise<void> {
  if (!isTold(fact.name)) return;
  for (const { personId, byMail, mail } of await lettersFor(fact.name, sources, work, fact)) {
    await addNotice(work, personId, mail);
    if (byMail) await queueMail(work.tx, mail, work.now);
  }
}

/** A placed order with a price asks nothing of anybody; it is the busiest of all facts. */
const concernsOf =
  (on: string): Reaction["concerns"] =>
  ({ kind }) =>
    on !== "order.placed" || kind !== "priced";

/** One reaction for each fact that people hear about: notices and mails are written in its transaction, sent after it. */
export const noticeReactions = (sources: NoticeSources): readonly Reaction[] => [
  ...[...new Set([...toldFacts, ...deskFacts])].map((on) => ({
    on,
    name: `notifications.${on}`,
    concerns: concernsOf(on),
    run: async (work: Work, fact: Fact) => {
      await writeLetters(sources, work, fact);
      await tellDeskOfOrder(work, sources, fact, orderIdOf(fact));
    },
  })),
  ...deskChatReactions(sources),
];
