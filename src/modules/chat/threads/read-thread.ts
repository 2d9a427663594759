import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { filesById } from "#src/modules/files/index.server.ts";
import { cutPage, walk } from "#src/platform/database/cursor.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { type ChatPage, type ShownMessage, shownFile } from "../queries/read-chat.ts";
import { threadMessages } from "../tables.ts";
import { type SeenThread, seenThread } from "./thread-row.ts";

const input = z.strictObject({
  threadId: z.string().max(64),
  before: z.string().max(80).optional(),
  after: z.string().max(80).optional(),
  again: z.string().max(1_000).optional(),
});

const perPage = 50;
const mostAgain = 20;
type Ask = Parameters<typeof filesById>[0];
type Row = typeof threadMessages.$inferSelect;

/**
 * Messages of a thread as `readChat` gives those of a chat, for its client, its writer, and admins who may handle orders.
 * An admin reads the client's messages on the own side. Refuses not-found to everybody else.
 */
export const readThread = query<z.infer<typeof input>, ChatPage>("chat.read-thread", {
  input,
  run: async ({ db, viewer }, asked) => {
    const seen = await seenThread(db, viewer, asked.threadId);
    if (!seen) return notFound();
    const { row, side } = seen;
    const { timestamp: at, id } = threadMessages;
    const { direction, after, order } = walk({ older: asked.before, newer: asked.after }, { at, id });
    const found = await db
      .select()
      .from(threadMessages)
      .where(and(eq(threadMessages.threadId, row.id), after))
      .orderBy(...order)
      .limit(perPage + 1);
    const page = cutPage(found, perPage, direction, ({ timestamp, id: last }) => ({ at: timestamp, id: last }));
    const rows = page.rows.toReversed();
    const known = await knownMessages(db, row.id, asked.again);
    const show = await showing({ db, viewer }, [...rows, ...known], seen);
    const readByOther = side === "client" ? row.writerReadTo : row.clientReadTo;
    return done({
      chatId: row.id,
      side,
      version: row.version,
      state: "open",
      unread: side === "client" ? row.clientUnread : side === "writer" ? row.writerUnread : 0,
      readByOther: (side === "admin" ? null : readByOther)?.toISOString() ?? null,
      messages: rows.map(show),
      again: known.map(show),
      older: direction === "newer" || page.older !== null,
      newer: direction === "older" || page.newer !== null,
    });
  },
});

async function knownMessages(db: Ask["db"], threadId: string, again = ""): Promise<Row[]> {
  const ids = again.split(",").filter((id) => z.uuid().safeParse(id).success);
  if (ids.length === 0) return [];
  return db
    .select()
    .from(threadMessages)
    .where(and(eq(threadMessages.threadId, threadId), inArray(threadMessages.id, ids.slice(0, mostAgain))));
}

async function showing(ask: Ask, rows: readonly Row[], { side }: SeenThread) {
  const files = await filesById(
    ask,
    rows.flatMap(({ attachmentId }) => attachmentId ?? []),
  );
  const mine = side === "writer" ? "writer" : "client";
  return (row: Row): ShownMessage => ({
    id: row.id,
    message: row.message,
    timestamp: row.timestamp.toISOString(),
    mine: row.side === mine,
    senderType: row.side === "system" ? "system" : "user",
    fromSupport: false,
    attachment: row.attachment,
    attachmentName: row.attachmentName,
    file: row.attachmentId ? shownFile(row.attachmentId, files.get(row.attachmentId)) : null,
    ...(row.hidden.length > 0 && { masked: true }),
  });
}
