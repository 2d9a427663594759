import { and, asc, eq, gt, inArray, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { maskedName } from "#src/modules/files/index.server.ts";
import { askedCursor } from "#src/platform/database/cursor.ts";
import { cappedCount, type Database, send } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import { canAnswerChats } from "../domain/policy.ts";
import { serviceSetting } from "../settings.ts";
import { chats, enquiries, messages } from "../tables.ts";

/** Counted up to this many; one more stands for "more than". */
const inboxCountMost = 99;

export type InboxCounts = Answer<typeof inboxCounts>;

/** How many chats and enquiries wait for Support, since when the first, and how many too long. One statement. */
export const inboxCounts = query("chat.inbox-counts", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer, now }) => {
    if (!canAnswerChats(viewer)) return notFound();
    const waits = sql`${chats.waitingSince} is not null`;
    const asked = sql`${enquiries.answeredAt} is null`;
    const { firstReplyMinutes } = await ctx.runtime.settings.get(serviceSetting);
    const before = sql`${new Date(now.getTime() - firstReplyMinutes * minuteMs).toISOString()}::timestamptz`;
    const counts = [
      capped(chats, waits),
      capped(chats, sql`${chats.supportUnread} > 0`),
      capped(enquiries, asked),
      capped(chats, sql`${chats.waitingSince} < ${before}`),
      capped(enquiries, sql`${asked} and ${enquiries.createdAt} < ${before}`),
    ];
    const statement = sql`select
      array[${sql.join(counts, sql`, `)}]::int[] as counts,
      extract(epoch from least(
        (select min(${chats.waitingSince}) from ${chats} where ${waits}),
        (select min(${enquiries.createdAt}) from ${enquiries} where ${asked})))::float8 as longest`;
    const [row] = (await send<{ counts: number[]; longest: number | null }>(db, statement)).rows;
    const [waiting = 0, unread = 0, open = 0, late = 0, lateOpen = 0] = row?.counts ?? [];
    const longest = row?.longest ? new Date(row.longest * 1000) : null;
    // `over`: of those that wait, how many wait longer than the target.
    return done({ waiting, unread, enquiries: open, over: late + lateOpen, longest });
  },
});

const capped = (table: typeof chats | typeof enquiries, condition: SQL): SQL =>
  cappedCount(inboxCountMost, sql`select 1 from ${table} where ${condition}`);

/** Since when each of these people waits for Support, and how long an answer may take; who does not wait is missing. */
export const waitsOf = query("chat.waits-of", {
  input: z.strictObject({ personIds: z.array(z.uuid()).max(50) }),
  run: async ({ db, ctx, viewer }, { personIds }) => {
    if (!canAnswerChats(viewer)) return notFound();
    const { firstReplyMinutes } = await ctx.runtime.settings.get(serviceSetting);
    const rows = personIds.length
      ? await db
          .select({ id: chats.id, since: chats.waitingSince })
          .from(chats)
          .where(and(inArray(chats.id, personIds), isNotNull(chats.waitingSince)))
      : [];
    const since = new Map(rows.flatMap(({ id, since: at }) => (at ? [[id, at] as const] : [])));
    return done({ since, targetMs: firstReplyMinutes * minuteMs });
  },
});

const inboxTabs = ["waiting", "unread", "mine", "all"] as const;
export type InboxTab = (typeof inboxTabs)[number];

/** What the inbox's list is asked for; what is not known is as if it were not there. */
export const inboxInput = z.strictObject({
  tab: z.enum(inboxTabs).catch("waiting").default("waiting"),
  /** Whose: "" is everybody. */
  from: z.enum(["", "clients", "writers", "enquiries"]).catch("").default(""),
  search: z.string().trim().max(100).default(""),
  /** Cursor of the last line that is known. */
  after: askedCursor.optional(),
});
export type InboxAsked = z.output<typeof inboxInput>;

type AdminChatState = {
  name: string;
  /** The beginning of the newest message. */
  lastMessage: string;
  since: Date;
  unread: number;
  assignedTo: string | null;
};

/** A chat that waits for Support, for its notices; null when nothing waits there. */
export async function chatForAdmin(db: Database, chatId: string): Promise<AdminChatState | null> {
  const [row] = await db.select().from(chats).where(eq(chats.id, chatId));
  if (!row?.waitingSince) return null;
  const { userName: name, lastMessage, waitingSince: since, supportUnread: unread, assignedTo } = row;
  return { name, lastMessage: lastMessage ?? "", since, unread, assignedTo };
}

type Unread = { personId: string; texts: string[]; newest: Date };

/** Answers that a person has not read yet, for a mail; null when there is nothing. */
export async function unreadAnswers(db: Database, chatId: string): Promise<Unread | null> {
  const [row] = await db.select().from(chats).where(eq(chats.id, chatId));
  if (!row || row.clientUnread === 0) return null;
  const rows = await db
    .select({ message: messages.message, name: messages.attachmentName, at: messages.timestamp })
    .from(messages)
    .where(
      and(
        eq(messages.chatId, chatId),
        ne(messages.senderId, chatId),
        row.clientReadTo ? gt(messages.timestamp, row.clientReadTo) : undefined,
      ),
    )
    .orderBy(asc(messages.timestamp), asc(messages.id))
    .limit(20);
  const newest = rows.at(-1)?.at;
  if (!newest) return null;
  return {
    personId: row.id,
    texts: rows.map(({ message, name }) => message || `File: ${maskedName(name ?? "attachment")}`),
    newest,
  };
}

/** How many messages of Support a person has not read; 0 without a chat. */
export async function countUnreadAnswers(db: Database, chatId: string): Promise<number> {
  const [row] = await db.select({ unread: chats.clientUnread }).from(chats).where(eq(chats.id, chatId));
  return row?.unread ?? 0;
}
