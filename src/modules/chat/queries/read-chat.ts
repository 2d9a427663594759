import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { type Side, sideOf } from "../domain/who.ts";
import { chats, messages } from "../tables.ts";

/** A message as both sides read it: names of the office stay in the office. */
export type ShownMessage = {
  id: string;
  message: string;
  timestamp: string;
  /** Whether it is the viewer's side that wrote it. */
  mine: boolean;
  senderType: "user" | "system";
  fromOffice: boolean;
  attachment: string | null;
  attachmentName: string | null;
};

export type ChatPage = {
  chatId: string;
  side: Side;
  version: number;
  state: "open" | "closed";
  unread: number;
  /** Up to where the other side has read. */
  readByOther: string | null;
  messages: readonly ShownMessage[];
  /** There are older ones before the first. */
  older: boolean;
  /** There are newer ones after the last. */
  newer: boolean;
};

const input = z.strictObject({
  chatId: z.uuid(),
  /** "timestamp~id" of a known message: those before it, or those after it. */
  before: z.string().max(80).optional(),
  after: z.string().max(80).optional(),
});

const perPage = 50;

/** Where a message stands in its chat. */
export const placeOf = ({ timestamp, id }: { timestamp: string; id: string }): string => `${timestamp}~${id}`;

const readPlace = (text: string | undefined): { at: Date; id: string } | null => {
  const [at = "", id = ""] = text?.split("~") ?? [];
  const read = new Date(at);
  return Number.isNaN(read.getTime()) || !z.uuid().safeParse(id).success ? null : { at: read, id };
};

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
    const [before, after] = [readPlace(asked.before), readPlace(asked.after)];
    const forward = after !== null && before === null;
    const place = before ?? after;
    const found = await db
      .select()
      .from(messages)
      .where(and(eq(messages.chatId, asked.chatId), beyond(place, forward)))
      .orderBy(
        forward ? asc(messages.timestamp) : desc(messages.timestamp),
        forward ? asc(messages.id) : desc(messages.id),
      )
      .limit(perPage + 1);
    const more = found.length > perPage;
    const rows = forward ? found.slice(0, perPage) : found.slice(0, perPage).reverse();
    const person = row.id;
    const readByOther = side === "person" ? row.officeReadTo : row.clientReadTo;
    return done({
      chatId: row.id,
      side,
      version: row.version,
      state: row.state,
      unread: side === "person" ? row.clientUnread : row.officeUnread,
      readByOther: readByOther?.toISOString() ?? null,
      messages: rows.map((one) => shown(one, side, person)),
      older: forward ? true : more,
      newer: forward ? more : before !== null,
    });
  },
});

const beyond = (place: { at: Date; id: string } | null, forward: boolean): SQL | undefined => {
  if (!place) return undefined;
  const row = sql`(${messages.timestamp}, ${messages.id})`;
  const known = sql`(${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`;
  return forward ? sql`${row} > ${known}` : sql`${row} < ${known}`;
};

const emptyChat = (chatId: string): ChatPage => ({
  chatId,
  side: "person",
  version: 0,
  state: "open",
  unread: 0,
  readByOther: null,
  messages: [],
  older: false,
  newer: false,
});

function shown(row: typeof messages.$inferSelect, side: Side, person: string): ShownMessage {
  const fromOffice = row.senderType === "user" && row.senderId !== person;
  return {
    id: row.id,
    message: row.message,
    timestamp: row.timestamp.toISOString(),
    mine: row.senderType === "user" && fromOffice === (side === "office"),
    senderType: row.senderType,
    fromOffice,
    attachment: row.attachment,
    attachmentName: row.attachmentName,
  };
}
