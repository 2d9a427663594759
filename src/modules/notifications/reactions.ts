import type { Reaction } from "#src/platform/facts.ts";
import { queueMail } from "#src/platform/mail/queue-mail.ts";
import { mailsFor, toldFacts } from "./mail-for.ts";
import type { NoticeSources } from "./sources.ts";

/** One reaction for each fact that people hear about: the mail is written in the reaction's transaction, sent after it. */
export const noticeReactions = (sources: NoticeSources): readonly Reaction[] =>
  toldFacts.map((on) => ({
    on,
    name: `notifications.${on}`,
    run: async (work, fact) => {
      for (const mail of await mailsFor(on, sources, work, fact)) await queueMail(work.tx, mail, work.now);
    },
  }));
