import { and, asc, count, eq, gt, or } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { maskedName } from "#src/modules/files/index.server.ts";
import { clientIdOf, orderForTalk, writerIdOf } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import { type ChatPage, messagePage, pageFields } from "../queries/message-page.ts";
import { threadMessages, threads } from "../tables.ts";
import { otherOf } from "./send-to-thread.ts";
import { changeThread, seenThread, threadTopic } from "./thread-row.ts";

const input = z.strictObject({ threadId: askedId, ...pageFields });

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
    const mine = side === "writer" ? "writer" : "client";
    const page = await messagePage<typeof threadMessages.$inferSelect>({ db, viewer }, asked, {
      columns: threadMessages,
      hidesNames: true,
      read: (which, order, most) =>
        db
          .select()
          .from(threadMessages)
          .where(and(eq(threadMessages.threadId, row.id), which))
          .orderBy(...order)
          .limit(most),
      showing: async () => (one) => ({
        mine: one.side === mine,
        senderType: one.side === "system" ? "system" : "user",
        fromSupport: false,
        ...(one.hidden.length > 0 && { masked: true as const }),
      }),
    });
    const readByOther = side === "client" ? row.writerReadTo : row.clientReadTo;
    return done({
      chatId: row.id,
      side,
      version: row.version,
      state: "open",
      unread: side === "client" ? row.clientUnread : side === "writer" ? row.writerUnread : 0,
      readByOther: (side === "admin" ? null : readByOther)?.toISOString() ?? null,
      ...page,
    });
  },
});

/** How many messages of the other side this viewer has not read, by order; orders without any are missing. */
export async function unreadByOrder(db: Database, viewer: Viewer): Promise<Map<string, number>> {
  const [client, writer] = [clientIdOf(viewer), writerIdOf(viewer)];
  if (client === null) return new Map();
  const rows = await db
    .select()
    .from(threads)
    .where(
      or(
        and(eq(threads.clientId, client), gt(threads.clientUnread, 0)),
        writer === null ? undefined : and(eq(threads.writerId, writer), gt(threads.writerUnread, 0)),
      ),
    )
    .limit(200);
  const counts = new Map<string, number>();
  for (const { orderId, clientId, clientUnread, writerUnread } of rows)
    counts.set(orderId, (counts.get(orderId) ?? 0) + (clientId === client ? clientUnread : writerUnread));
  return counts;
}

type UnreadThread = {
  personId: string;
  /** How the reader calls who wrote. */
  from: string;
  order: { id: string; number: string; title: string };
  texts: readonly string[];
  newest: Date;
};

/** What one side of a thread has not read yet, for a mail; null when there is nothing, or the writer no longer has the order. */
export async function unreadInThread(
  db: Database,
  threadId: string,
  to: "client" | "writer",
): Promise<UnreadThread | null> {
  const [row] = await db.select().from(threads).where(eq(threads.id, threadId));
  const order = row && (await orderForTalk(db, row.orderId));
  if (!row || !order || order.writerId !== row.writerId) return null;
  const readTo = to === "client" ? row.clientReadTo : row.writerReadTo;
  const { message, attachmentName, timestamp, side, threadId: of } = threadMessages;
  const found = await db
    .select({ message, attachmentName, timestamp })
    .from(threadMessages)
    .where(
      and(eq(of, row.id), eq(side, to === "client" ? "writer" : "client"), readTo ? gt(timestamp, readTo) : undefined),
    )
    .orderBy(asc(timestamp), asc(threadMessages.id))
    .limit(20);
  const newest = found.at(-1)?.timestamp;
  if (!newest) return null;
  // The client knows the writer by pseudonym: the name of a file says no other one.
  const owner = to === "client" ? (await findPeople(db, [row.writerId])).get(row.writerId)?.name : "";
  return {
    personId: to === "client" ? row.clientId : row.writerId,
    from: (to === "client" ? order.writer : order.client) ?? "Your writer",
    order: { id: order.id, number: order.number, title: order.title },
    texts: found.map((one) => one.message || `File: ${maskedName(one.attachmentName ?? "attachment", owner)}`),
    newest,
  };
}

const readTo = z.strictObject({ threadId: z.uuid(), to: z.coerce.date() });

/** The viewer's side has read up to this instant; an earlier one changes nothing. An admin who reads marks nothing. */
export const markThreadRead = command<z.infer<typeof readTo>, null>("chat.mark-thread-read", {
  input: readTo,
  run: async (work, { threadId, to }) => {
    const seen = await seenThread(work.tx, work.viewer, threadId, true);
    if (!seen) return notFound();
    const { row, side } = seen;
    if (side === "admin") return done(null);
    const end = row.lastMessageTime && to > row.lastMessageTime ? row.lastMessageTime : to;
    const before = side === "client" ? row.clientReadTo : row.writerReadTo;
    if (before && before >= end) return done(null);
    const { threadId: of, timestamp, side: by } = threadMessages;
    const [left] = await work.tx
      .select({ many: count() })
      .from(threadMessages)
      .where(and(eq(of, row.id), gt(timestamp, end), eq(by, otherOf(side))));
    const unread = left?.many ?? 0;
    changeThread(
      work,
      row,
      side === "client" ? { clientReadTo: end, clientUnread: unread } : { writerReadTo: end, writerUnread: unread },
    );
    work.ctx.runtime.live.ephemeral(threadTopic(row.id), { seen: side, to: end.toISOString() });
    return done(null);
  },
});
