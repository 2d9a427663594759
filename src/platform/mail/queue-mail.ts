import type { Database } from "../database/database.ts";
import { newId } from "../ids.ts";
import { mails } from "../tables.ts";
import { mailFault } from "./check-mail.ts";
import type { NewMail } from "./content.ts";
import { asPublished } from "./own-text.ts";

/**
 * Writes a mail into the caller's transaction: it leaves after the commit, or never when that rolls back.
 * It has the words that are published at this moment. A second mail with the same `onceKey` does nothing. Throws for a mail that could smuggle headers or recipients.
 */
export async function queueMail(tx: Database, mail: NewMail, now: Date): Promise<void> {
  const { kind, to, onceKey } = mail;
  const { subject, content } = await asPublished(tx, mail);
  const fault = mailFault({ kind, to, subject, content, ...(onceKey !== undefined && { onceKey }) });
  if (fault) throw new Error(`An e-mail cannot be queued: ${fault}.`);
  await tx
    .insert(mails)
    .values({ id: newId(now.getTime()), kind, to, subject, content, onceKey, createdAt: now, nextTryAt: now })
    .onConflictDoNothing({ target: mails.onceKey });
}
