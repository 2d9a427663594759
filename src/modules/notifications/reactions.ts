import type { Reaction } from "#src/platform/facts.ts";
import { queueMail } from "#src/platform/mail/queue-mail.ts";
import { addNotice } from "./add-notice.ts";
import { lettersFor, toldFacts } from "./mail-for.ts";
import type { NoticeSources } from "./sources.ts";

/** One reaction for each fact that people hear about: the notice and the mail are written in its transaction, sent after it. */
export const noticeReactions = (sources: NoticeSources): readonly Reaction[] =>
  toldFacts.map((on) => ({
    on,
    name: `notifications.${on}`,
    run: async (work, fact) => {
      for (const { personId, byMail, mail } of await lettersFor(on, sources, work, fact)) {
        await addNotice(work, personId, mail);
        if (byMail) await queueMail(work.tx, mail, work.now);
      }
    },
  }));
