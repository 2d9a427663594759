import { asc, desc, eq, gt, lt } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { newId } from "../ids.ts";
import type { PersonalData } from "../personal-data.ts";
import { mails } from "../tables.ts";
import type { NewMail } from "./content.ts";
import { mailFault } from "./content.ts";
import { asPublished } from "./own-text.ts";

export type MailRecord = typeof mails.$inferSelect;

/** The once key of a notice: its kind, what it is about, and the instant of the change that it reports. */
export const noticeKey = (kind: string, subject: string, at: Date): string => `${kind}:${subject}:${at.toISOString()}`;

/** What such a key names; null for a key of another shape. */
export const readNoticeKey = (key: unknown): { kind: string; subject: string; at: Date } | null => {
  const [, kind = "", subject = "", at = ""] = /^([^:]+):([^:]+):(.+)$/.exec(String(key)) ?? [];
  return Number.isNaN(Date.parse(at)) ? null : { kind, subject, at: new Date(at) };
};

export type MailPage = { mails: MailRecord[]; newer: string | null; older: string | null };

/**
 * A page of mails, newest first (ids grow with time): those before an id, or those after one.
 * `newer` and `older` are the ids to ask the neighbours with; null where there is none.
 */
export async function listMails(
  db: Database,
  ask: { before?: string; after?: string; limit: number },
): Promise<MailPage> {
  const { before, after, limit } = ask;
  const found = await db
    .select()
    .from(mails)
    .where(after ? gt(mails.id, after) : before ? lt(mails.id, before) : undefined)
    .orderBy(after ? asc(mails.id) : desc(mails.id))
    .limit(limit + 1);
  const more = found.length > limit;
  const rows = after ? found.slice(0, limit).reverse() : found.slice(0, limit);
  const hasNewer = after ? more : before !== undefined;
  const hasOlder = after ? true : more;
  return { mails: rows, newer: (hasNewer && rows[0]?.id) || null, older: (hasOlder && rows.at(-1)?.id) || null };
}

export async function readMail(db: Database, id: string): Promise<MailRecord | null> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id));
  return row ?? null;
}

/** Mails to the person's address, as far as they are kept. Links in them worked once and are left out. */
export const mailData: PersonalData = {
  async *gather({ runtime: { db } }, { email }) {
    const sent = await db.select().from(mails).where(eq(mails.to, email)).orderBy(asc(mails.createdAt));
    const rows = sent.map(({ subject, createdAt, sentAt, content }) => ({
      subject,
      createdAt,
      sentAt,
      text: content && [content.title, ...content.paragraphs],
    }));
    if (rows.length > 0) yield { path: "mails.json", rows };
  },
  forget: async ({ tx }, { email }) => {
    await tx.delete(mails).where(eq(mails.to, email));
  },
};

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
