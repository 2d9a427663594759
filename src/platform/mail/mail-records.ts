import { and, desc, eq, inArray, isNotNull, lt, ne, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { mails } from "../tables.ts";
import type { MailState } from "./content.ts";

export type MailRecord = typeof mails.$inferSelect;

/** What became of the mail with this once key; null when there was none. For rules such as "the notice was refused". */
export async function mailState(db: Database, onceKey: string): Promise<MailState | null> {
  const [row] = await db.select({ state: mails.state }).from(mails).where(eq(mails.onceKey, onceKey));
  return row?.state ?? null;
}

/** Did the last mail to this address that came to an end fail for good? Such an address is shown as not reachable. */
export async function isRefusedAddress(db: Database, address: string): Promise<boolean> {
  const [last] = await db
    .select({ state: mails.state })
    .from(mails)
    .where(and(eq(mails.to, address), ne(mails.state, "waiting")))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(1);
  return last?.state === "refused";
}

/** Mails newest first; `before` is the id of the last one seen (ids grow with time). */
export async function listMails(db: Database, page: { before?: string; limit: number }): Promise<MailRecord[]> {
  return await db
    .select()
    .from(mails)
    .where(page.before ? lt(mails.id, page.before) : undefined)
    .orderBy(desc(mails.id))
    .limit(page.limit);
}

export async function readMail(db: Database, id: string): Promise<MailRecord | null> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id));
  return row ?? null;
}

const day = 86_400_000;

/** Empties mails 30 days after their end and forgets them after 180; demo mode keeps its mailbox. */
export async function sweepMails(db: Database, now: Date): Promise<void> {
  const finished: MailState[] = ["sent", "refused", "expired"];
  const olderThan = (days: number) =>
    and(inArray(mails.state, finished), lt(mails.createdAt, new Date(now.getTime() - days * day)));
  await db
    .update(mails)
    .set({ content: null })
    .where(and(olderThan(30), isNotNull(mails.content)));
  await db.delete(mails).where(olderThan(180));
}

/** How many mails wait, and since when the oldest does: for the health page. */
export async function waitingMails(db: Database): Promise<{ count: number; oldest: Date | null }> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, oldest: sql<string | null>`min(${mails.createdAt})` })
    .from(mails)
    .where(eq(mails.state, "waiting"));
  return { count: row?.count ?? 0, oldest: row?.oldest ? new Date(row.oldest) : null };
}
