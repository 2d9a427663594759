import { and, asc, eq, gt, or } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { maskedName } from "#src/modules/files/index.server.ts";
import { clientIdOf, orderForTalk, writerIdOf } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import { threadMessages, threads } from "../tables.ts";

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
