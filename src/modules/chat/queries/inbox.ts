import { and, eq, gt, isNotNull, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { addressesOf, findPeople } from "#src/modules/accounts/index.server.ts";
import { cutPage, walk } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import { searchColumn, searched, searchPatterns } from "#src/platform/database/search.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { nameFor, type Person, sealedIds, sealedText, textFor, type Viewer } from "#src/shared/viewer.ts";
import { canAnswerChats } from "../domain/policy.ts";
import { chats, enquiries, messages } from "../tables.ts";
import { type InboxAsked, type InboxTab, inboxInput } from "./waiting.ts";

type Asked = Pick<
  typeof enquiries.$inferSelect,
  "id" | "name" | "email" | "text" | "order" | "about" | "createdAt" | "answeredAt"
>;
export type EnquiryLine = Asked & { kind: "enquiry"; at: Date };
export type Enquiry = Asked & {
  answer: string | null;
  answeredBy: string | null;
  matter: string | null;
  /** The name of who made the decision that an appeal is about. */
  decidedBy: string | null;
  answerBy: Date | null;
};

const columns = {
  id: enquiries.id,
  name: enquiries.name,
  email: enquiries.email,
  text: sql<string>`left(${enquiries.text}, 200)`,
  order: enquiries.order,
  about: enquiries.about,
  createdAt: enquiries.createdAt,
  answeredAt: enquiries.answeredAt,
};

/**
 * Questions from the contact page for the inbox's list, at most `most`: those that wait (the oldest first), those that
 * the viewer answered, or all (the newest first). Unread is a word of chats: what nobody answered waits.
 */
async function enquiryLines(
  db: Database,
  { tab, search, after: older }: InboxAsked,
  viewer: Person,
  most: number,
): Promise<EnquiryLine[]> {
  if (tab === "unread") return [];
  const waits = tab === "waiting";
  const { after, order } = walk({ older }, { at: enquiries.createdAt, id: enquiries.id }, waits);
  const which = waits ? isNull(enquiries.answeredAt) : tab === "mine" ? eq(enquiries.answeredBy, viewer.id) : undefined;
  const sealed = await sealedAddresses(db, viewer);
  const findable = search !== "" && sealed.size > 0 ? notInArray(enquiries.email, [...sealed]) : undefined;
  const rows = await db
    .select(columns)
    .from(enquiries)
    .where(and(which, searched(searchColumn(enquiries), search), findable, after))
    .orderBy(...order)
    .limit(most);
  return rows.map((row) => ({ kind: "enquiry", ...shownTo(sealed, row), at: row.createdAt }));
}

/** A question without an account has only an address; from that of a sealed person it is sealed, too. */
const sealedAddresses = (db: Database, viewer: Viewer) =>
  addressesOf(db, [...sealedIds(viewer, "contact"), ...sealedIds(viewer, "messages")]);

const shownTo = <R extends Pick<Asked, "name" | "email" | "text">>(sealed: ReadonlySet<string>, row: R): R =>
  sealed.has(row.email.toLowerCase()) ? { ...row, name: sealedText, email: sealedText, text: sealedText } : row;

/** One question with its answer and the name of who gave it. */
export const readEnquiry = query<{ enquiryId: string }, Enquiry>("chat.enquiry", {
  input: z.strictObject({ enquiryId: askedId }),
  run: async ({ db, viewer }, { enquiryId }) => {
    if (!canAnswerChats(viewer) || !isId(enquiryId)) return notFound();
    const [row] = await db.select().from(enquiries).where(eq(enquiries.id, enquiryId));
    if (!row) return notFound();
    const sealed = await sealedAddresses(db, viewer);
    const { idempotencyKey: _, answeredBy, decidedBy, personId: __, ...rest } = shownTo(sealed, row);
    const answer = rest.answer && sealed.has(row.email.toLowerCase()) ? sealedText : rest.answer;
    const known = await findPeople(
      db,
      [answeredBy, decidedBy].filter((id) => id !== null),
    );
    const nameOf = (id: string | null) => (id && known.get(id)?.name) || null;
    return done({ ...rest, answer, answeredBy: nameOf(answeredBy), decidedBy: nameOf(decidedBy) });
  },
});

type ChatLine = Awaited<ReturnType<typeof chatLines>>[number];
type InboxLine = ChatLine | EnquiryLine;
type Inbox = { lines: readonly InboxLine[]; older: string | null };

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
    .select(chatColumns)
    .from(chats)
    .where(and(kinds[tab], isNotNull(chats[key]), whose, chatsWith(search), findable, after))
    .orderBy(...order)
    .limit(most);
  return rows.map((row) => ({ kind: "chat" as const, ...shown(row, viewer), at: row[key] ?? new Date(0) }));
}

const chatColumns = {
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
function chatsWith(search: string): SQL | undefined {
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
