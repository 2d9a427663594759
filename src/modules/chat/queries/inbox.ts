import { and, asc, desc, eq, exists, gt, ilike, isNotNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canAnswerChats } from "../domain/policy.ts";
import { chats, messages } from "../tables.ts";

const inboxTabs = ["waiting", "unread", "mine", "all"] as const;
type InboxTab = (typeof inboxTabs)[number];

type InboxLine = Pick<
  typeof chats.$inferSelect,
  | "id"
  | "userName"
  | "userEmail"
  | "userRole"
  | "lastMessage"
  | "lastMessageTime"
  | "lastSenderRole"
  | "state"
  | "waitingSince"
  | "assignedTo"
  | "supportUnread"
  | "demo"
>;
export type Inbox = { lines: readonly InboxLine[]; older: string | null };

const input = z.strictObject({
  tab: z.enum(inboxTabs).catch("waiting").default("waiting"),
  search: z.string().trim().max(100).default(""),
  /** "timestamp~id" of the last line before this page. */
  after: z.string().max(80).optional(),
});

const perPage = 50;

/**
 * Chats for Support, 50 at a time: those that wait (longest first), unread, mine, or all (newest first). `search`
 * looks into names, addresses and messages. Refuses not-found to everybody without the capability `chat`.
 */
export const readInbox = query<z.infer<typeof input>, Inbox>("chat.inbox", {
  input,
  run: async ({ db, viewer }, { tab, search, after }) => {
    if (!canAnswerChats(viewer) || viewer.kind !== "person") return notFound();
    const waiting = tab === "waiting";
    const time = waiting ? chats.waitingSince : chats.lastMessageTime;
    const kinds: Record<InboxTab, SQL | undefined> = {
      waiting: isNotNull(chats.waitingSince),
      unread: gt(chats.supportUnread, 0),
      mine: eq(chats.assignedTo, viewer.id),
      all: isNotNull(chats.lastMessageTime),
    };
    const found = await db
      .select({ ...columns, cursor: time })
      .from(chats)
      .where(and(kinds[tab], isNotNull(time), searched(db, search), beyond(time, after, waiting)))
      .orderBy(waiting ? asc(time) : desc(time), waiting ? asc(chats.id) : desc(chats.id))
      .limit(perPage + 1);
    const lines = found.slice(0, perPage);
    const last = lines.at(-1);
    const older = found.length > perPage && last?.cursor ? `${last.cursor.toISOString()}~${last.id}` : null;
    return done({ lines: lines.map(({ cursor: _, ...line }) => line), older });
  },
});

const columns = {
  id: chats.id,
  userName: chats.userName,
  userEmail: chats.userEmail,
  userRole: chats.userRole,
  lastMessage: chats.lastMessage,
  lastMessageTime: chats.lastMessageTime,
  lastSenderRole: chats.lastSenderRole,
  state: chats.state,
  waitingSince: chats.waitingSince,
  assignedTo: chats.assignedTo,
  supportUnread: chats.supportUnread,
  demo: chats.demo,
};

type Db = Parameters<Parameters<typeof query>[1]["run"]>[0]["db"];

function searched(db: Db, search: string): SQL | undefined {
  if (search === "") return undefined;
  const like = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const said = db
    .select({ one: sql`1` })
    .from(messages)
    .where(and(eq(messages.chatId, chats.id), ilike(messages.message, like)));
  return sql`(${ilike(chats.userName, like)} or ${ilike(chats.userEmail, like)} or ${exists(said)})`;
}

function beyond(
  time: typeof chats.waitingSince | typeof chats.lastMessageTime,
  after: string | undefined,
  up: boolean,
) {
  const [at = "", id = ""] = after?.split("~") ?? [];
  const read = new Date(at);
  if (Number.isNaN(read.getTime()) || !z.uuid().safeParse(id).success) return undefined;
  return up
    ? sql`(${time}, ${chats.id}) > (${read.toISOString()}::timestamptz, ${id}::uuid)`
    : sql`(${time}, ${chats.id}) < (${read.toISOString()}::timestamptz, ${id}::uuid)`;
}
