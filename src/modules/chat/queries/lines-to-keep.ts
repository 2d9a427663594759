import { and, eq, gte, lte } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { orderForTalk } from "#src/modules/orders/index.server.ts";
import { rowsByPage } from "#src/platform/database/cursor.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { isUnderSeal } from "#src/shared/viewer.ts";
import { canReadHidden, seesChatSidebar } from "../domain/policy.ts";
import { messages, threadMessages } from "../tables.ts";
import { threadsOf } from "../threads/thread-row.ts";

/** A line of a conversation, as a case file keeps it. */
export type KeptLine = {
  id: string;
  at: Date;
  from: string;
  text: string;
  fileId: string | null;
  fileName: string | null;
};

const batch = 200;

const columnsOf = ({ timestamp: at, id }: typeof messages | typeof threadMessages) => ({ at, id });

export type KeptThread = { id: string; lines: AsyncIterable<KeptLine> };

/**
 * What client and each writer of an order wrote to each other, contact details masked, for admins who may handle orders;
 * nothing for everybody else.
 */
export async function* threadsToKeep({ runtime: { db }, viewer }: Ctx, orderId: string): AsyncGenerator<KeptThread> {
  const order = await orderForTalk(db, orderId);
  if (!order || !canReadHidden(viewer, order) || isUnderSeal(viewer, order.clientId)) return;
  const names = { client: "Client", writer: "Writer", system: "Automatic line" };
  for (const { id } of await threadsOf(db, order.id))
    yield {
      id,
      lines: rowsByPage(columnsOf(threadMessages), batch, async ({ after, order: rising }) => {
        const rows = await db
          .select()
          .from(threadMessages)
          .where(and(eq(threadMessages.threadId, id), after))
          .orderBy(...rising)
          .limit(batch);
        return rows.map(({ id: line, timestamp: at, side, message, attachmentId, attachmentName }) => ({
          ...{ id: line, at, from: names[side], text: message, fileId: attachmentId, fileName: attachmentName },
        }));
      }),
    };
}

/** What a person and Support wrote between two instants, for admins who answer chats; nothing for everybody else. */
export async function* supportToKeep(
  { runtime: { db }, viewer }: Ctx,
  { personId, since, until }: { personId: string; since: Date; until: Date },
): AsyncGenerator<KeptLine> {
  if (!seesChatSidebar(viewer, personId) || isUnderSeal(viewer, personId)) return;
  yield* rowsByPage(columnsOf(messages), batch, async ({ after, order }) => {
    const rows = await db
      .select()
      .from(messages)
      .where(and(eq(messages.chatId, personId), gte(messages.timestamp, since), lte(messages.timestamp, until), after))
      .orderBy(...order)
      .limit(batch);
    const people = await findPeople(
      db,
      rows.map(({ senderId }) => senderId),
    );
    const fromOf = ({ senderId, senderType }: (typeof rows)[number]): string => {
      if (senderType === "system") return "Automatic";
      return senderId === personId ? "Client" : `Support, ${people.get(senderId)?.name ?? "a former colleague"}`;
    };
    return rows.map((row) => ({
      ...{ id: row.id, at: row.timestamp, from: fromOf(row), text: row.message },
      ...{ fileId: row.attachmentId, fileName: row.attachmentName },
    }));
  });
}
