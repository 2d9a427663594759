import { and, eq, exists, gt, ilike, isNotNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { cutPage, walk } from "#src/platform/database/cursor.ts";
import { likeText } from "#src/platform/database/like.ts";
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
  after: z.string().max(80).optional(),
});

const perPage = 50;

/**
 * Chats for Support, 50 at a time: those that wait (longest first), unread, mine, or all (newest first). `search`
 * looks into names, addresses and messages. Refuses not-found to everybody without the capability `chat`.
 */
export const readInbox = query<z.infer<typeof input>, Inbox>("chat.inbox", {
  input,
  run: async ({ db, viewer }, { tab, search, after: asked }) => {
    if (!canAnswerChats(viewer) || viewer.kind !== "person") return notFound();
    const waiting = tab === "waiting";
    const key = waiting ? "waitingSince" : "lastMessageTime";
    const time = chats[key];
    const kinds: Record<InboxTab, SQL | undefined> = {
      waiting: isNotNull(chats.waitingSince),
      unread: gt(chats.supportUnread, 0),
      mine: eq(chats.assignedTo, viewer.id),
      all: isNotNull(chats.lastMessageTime),
    };
    const { direction, after, order } = walk({ older: asked }, { at: time, id: chats.id }, waiting);
    const found = await db
      .select(columns)
      .from(chats)
      .where(and(kinds[tab], isNotNull(time), searched(db, search), after))
      .orderBy(...order)
      .limit(perPage + 1);
    const { rows, older } = cutPage(found, perPage, direction, (row) => ({ at: row[key] ?? new Date(0), id: row.id }));
    return done({ lines: rows, older });
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
  const like = `%${likeText(search)}%`;
  const said = db
    .select({ one: sql`1` })
    .from(messages)
    .where(and(eq(messages.chatId, chats.id), ilike(messages.message, like)));
  return sql`(${ilike(chats.userName, like)} or ${ilike(chats.userEmail, like)} or ${exists(said)})`;
}
