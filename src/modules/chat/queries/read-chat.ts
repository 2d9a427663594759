import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { type FileLine, filesById } from "#src/modules/files/index.server.ts";
import { cutPage, walk } from "#src/platform/database/cursor.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { openQuestion } from "../ask-rating.ts";
import { type Side, sideOf, type TalkSide } from "../domain/policy.ts";
import { chats, messages } from "../tables.ts";

/**
 * The file of a message as this viewer has it. checking: it comes when its check is through. withheld: personal details
 * could not be taken out, so only its sender has it. refused: the check said no. gone: it was removed.
 */
export type ShownFile = {
  id: string;
  state: "checking" | "ready" | "withheld" | "refused" | "gone";
  /** Bytes of what this viewer gets. */
  size: number;
  type: string | null;
  /** Address of the small picture; null: there is none. */
  thumb: string | null;
  /** The viewer sent it. */
  own: boolean;
  /** Why others do not have it, in words for its sender. */
  refusal: string | null;
};

/** A message as both sides read it: names of admins stay among admins. */
export type ShownMessage = {
  id: string;
  message: string;
  timestamp: string;
  /** Whether it is the viewer's side that wrote it. */
  mine: boolean;
  senderType: "user" | "system";
  fromSupport: boolean;
  /** Who of Support wrote it: among admins alone. */
  by?: string;
  /** What stands in the inbox between messages and is none, with this title: a note, what the person says of the talk. */
  aside?: string;
  attachment: string | null;
  attachmentName: string | null;
  file: ShownFile | null;
  /** Contact details in it are hidden. */
  masked?: true;
};

export type ChatPage = {
  chatId: string;
  side: TalkSide;
  version: number;
  state: "open" | "closed";
  unread: number;
  /** The question how it was, for its person while the chat is closed and it is not answered. */
  question?: string;
  /** Up to where the other side has read. */
  readByOther: string | null;
  messages: readonly ShownMessage[];
  /** Known messages that were asked for again, because their files may have changed. */
  again: readonly ShownMessage[];
  /** There are older ones before the first. */
  older: boolean;
  /** There are newer ones after the last. */
  newer: boolean;
};

const input = z.strictObject({
  chatId: z.uuid(),
  /** Cursor of a known message: those before it, or those after it. */
  before: z.string().max(80).optional(),
  after: z.string().max(80).optional(),
  /** Ids of known messages whose files were being checked, with commas between. */
  again: z.string().max(1_000).optional(),
});

const perPage = 50;

/**
 * Messages of a chat in the order of `(timestamp, id)`, 50 at a time: the newest, those before, or those after a known
 * one. The same answer serves the page and what catches up after news. Refuses not-found to everybody else.
 */
export const readChat = query<z.infer<typeof input>, ChatPage>("chat.read", {
  input,
  run: async ({ db, viewer }, asked) => {
    const side = sideOf(viewer, asked.chatId);
    if (!side) return notFound();
    const [row] = await db.select().from(chats).where(eq(chats.id, asked.chatId));
    if (!row) return side === "person" ? done(emptyChat(asked.chatId)) : notFound();
    const at = messages.timestamp;
    const { direction, after, order } = walk({ older: asked.before, newer: asked.after }, { at, id: messages.id });
    const found = await db
      .select()
      .from(messages)
      .where(and(eq(messages.chatId, asked.chatId), after))
      .orderBy(...order)
      .limit(perPage + 1);
    const page = cutPage(found, perPage, direction, ({ timestamp, id }) => ({ at: timestamp, id }));
    const rows = page.rows.toReversed();
    const known = await knownMessages(db, row.id, asked.again);
    const show = await showing({ db, viewer }, [...rows, ...known], { side, person: row.id });
    const question = side === "person" && row.state === "closed" ? await openQuestion(db, row.id) : null;
    const readByOther = side === "person" ? row.supportReadTo : row.clientReadTo;
    return done({
      chatId: row.id,
      side,
      version: row.version,
      state: row.state,
      unread: side === "person" ? row.clientUnread : row.supportUnread,
      ...(question !== null && { question }),
      readByOther: readByOther?.toISOString() ?? null,
      messages: rows.map(show),
      again: known.map(show),
      older: direction === "newer" || page.older !== null,
      newer: direction === "older" || page.newer !== null,
    });
  },
});

const emptyChat = (chatId: string): ChatPage => ({
  chatId,
  side: "person",
  version: 0,
  state: "open",
  unread: 0,
  readByOther: null,
  messages: [],
  again: [],
  older: false,
  newer: false,
});

type Row = typeof messages.$inferSelect;
type Ask = Parameters<typeof filesById>[0];

const mostAgain = 20;

async function knownMessages(db: Ask["db"], chatId: string, again = ""): Promise<Row[]> {
  const ids = again.split(",").filter((id) => z.uuid().safeParse(id).success);
  if (ids.length === 0) return [];
  return db
    .select()
    .from(messages)
    .where(and(eq(messages.chatId, chatId), inArray(messages.id, ids.slice(0, mostAgain))));
}

/** How rows look to this viewer, with what is known of their files now. */
async function showing(ask: Ask, rows: readonly Row[], { side, person }: { side: Side; person: string }) {
  const isSupport = (row: Row) => row.senderType === "user" && row.senderId !== person;
  const [files, colleagues] = await Promise.all([
    filesById(
      ask,
      rows.flatMap(({ attachmentId }) => attachmentId ?? []),
    ),
    side === "support"
      ? findPeople(
          ask.db,
          rows.filter(isSupport).map(({ senderId }) => senderId),
        )
      : null,
  ]);
  return (row: Row): ShownMessage => {
    const fromSupport = isSupport(row);
    return {
      id: row.id,
      message: row.message,
      timestamp: row.timestamp.toISOString(),
      mine: row.senderType === "user" && fromSupport === (side === "support"),
      senderType: row.senderType,
      fromSupport,
      ...(colleagues && fromSupport && { by: colleagues.get(row.senderId)?.name ?? "a former colleague" }),
      attachment: row.attachment,
      attachmentName: row.attachmentName,
      file: row.attachmentId ? shownFile(row.attachmentId, files.get(row.attachmentId)) : null,
    };
  };
}

const gone = { state: "gone", size: 0, type: null, thumb: null, own: false, refusal: null } as const;

export function shownFile(id: string, line: FileLine | undefined): ShownFile {
  if (!line) return { id, ...gone };
  const { size, type, thumb, own, withheld, refusal } = line;
  const state = line.state === "ready" && withheld ? "withheld" : line.state;
  // Only complete files are sent; one that is received is never shown.
  return { id, state: state === "receiving" ? "checking" : state, size, type, thumb, own, refusal };
}
