import { and, eq, gt, isNotNull, notInArray, type SQL, sql } from "drizzle-orm";
import { cutPage, walk } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import { searchColumn, searchPatterns } from "#src/platform/database/search.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { nameFor, type Person, sealedIds, textFor, type Viewer } from "#src/shared/viewer.ts";
import { canAnswerChats } from "../domain/policy.ts";
import { chats, messages } from "../tables.ts";
import { type EnquiryLine, enquiryLines } from "./enquiries.ts";
import { type InboxAsked, type InboxTab, inboxInput } from "./waiting.ts";

type ChatLine = Awaited<ReturnType<typeof chatLines>>[number];
export type InboxLine = ChatLine | EnquiryLine;
export type Inbox = { lines: readonly InboxLine[]; older: string | null };

const perPage = 50;

/**
 * Chats and questions of the contact page for Support in one list, 50 at a time: those that wait (longest first), unread,
 * mine, or all (newest first). `search` looks into names, addresses and messages. Refuses not-found to everybody without
 * the capability `chat`.
 */
export const readInbox = query<InboxAsked, Inbox>("chat.inbox", {
  input: inboxInput,
  run: async ({ db, viewer }, asked) => {
    if (!canAnswerChats(viewer) || viewer.kind !== "person") return notFound();
    const most = perPage + 1;
    const [talks, questions] = await Promise.all([
      asked.from === "enquiries" ? [] : chatLines(db, asked, viewer, most),
      asked.from === "clients" || asked.from === "writers" ? [] : enquiryLines(db, asked, viewer, most),
    ]);
    const found = [...talks, ...questions].sort(inOrder(asked.tab === "waiting")).slice(0, most);
    const { rows, older } = cutPage(found, perPage, asked.after ? "older" : "start", ({ at, id }) => ({ at, id }));
    return done({ lines: rows, older });
  },
});

/** The order in which the database gives both kinds: by (instant, id), rising or falling. */
const inOrder =
  (rising: boolean) =>
  (a: InboxLine, b: InboxLine): number => {
    const order = a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1);
    return rising ? order : -order;
  };

/** A chat in the list as this admin may have it. */
const shown = <R extends Pick<typeof chats.$inferSelect, "id" | "userName" | "userEmail" | "lastMessage">>(
  row: R,
  viewer: Viewer,
): R => ({
  ...row,
  userName: nameFor(viewer, row.id, row.userName),
  userEmail: textFor(viewer, row.id, "contact", row.userEmail),
  lastMessage: row.lastMessage && textFor(viewer, row.id, "messages", row.lastMessage),
});

async function chatLines(db: Database, asked: InboxAsked, viewer: Person, most: number) {
  const { tab, from, search, after: older } = asked;
  const waiting = tab === "waiting";
  const key = waiting ? "waitingSince" : "lastMessageTime";
  const kinds: Record<InboxTab, SQL | undefined> = {
    waiting: isNotNull(chats.waitingSince),
    unread: gt(chats.supportUnread, 0),
    mine: eq(chats.assignedTo, viewer.id),
    all: isNotNull(chats.lastMessageTime),
  };
  const { after, order } = walk({ older }, { at: chats[key], id: chats.id }, waiting);
  const whose = from === "" ? undefined : from === "writers" ? eq(chats.userRole, 2) : sql`${chats.userRole} <> 2`;
  const sealed = search === "" ? [] : [...sealedIds(viewer, "contact"), ...sealedIds(viewer, "messages")];
  const findable = sealed.length > 0 ? notInArray(chats.id, sealed) : undefined;
  const rows = await db
    .select(columns)
    .from(chats)
    .where(and(kinds[tab], isNotNull(chats[key]), whose, searched(search), findable, after))
    .orderBy(...order)
    .limit(most);
  return rows.map((row) => ({ kind: "chat" as const, ...shown(row, viewer), at: row[key] ?? new Date(0) }));
}

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

/** Of the messages that hold a word, at most this many, the newest, say in which chats it stands. */
const mostMessages = 1_000;

/**
 * Chats in which each word of a search stands somewhere: in the name, in the address or in a message. Looked at are those
 * that the words' indexes name: of words that stand in very many messages only the newest chats.
 */
function searched(search: string): SQL | undefined {
  const patterns = searchPatterns(search);
  if (patterns === null) return undefined;
  if (patterns.length === 0) return sql`false`;
  const named = (pattern: string) => sql`select ${chats.id} from ${chats} where ${searchColumn(chats)} like ${pattern}`;
  const written = (pattern: string) => sql`(select ${messages.chatId} from ${messages}
    where ${searchColumn(messages)} like ${pattern} order by ${messages.timestamp} desc limit ${mostMessages})`;
  const known = patterns.flatMap((pattern) => [named(pattern), written(pattern)]);
  // Not `exists`, for which PostgreSQL may read every message with the word.
  const holds = (pattern: string) => sql`(${searchColumn(chats)} like ${pattern} or (select true from ${messages}
    where ${messages.chatId} = ${chats.id} and ${searchColumn(messages)} like ${pattern} limit 1))`;
  return and(
    sql`${chats.id} in (${sql.join(known, sql` union `)})`,
    ...(patterns.length > 1 ? patterns.map(holds) : []),
  );
}
