import { and, asc, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { orderForTalk } from "#src/modules/orders/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { canAnswerChats, canReadHidden } from "../domain/policy.ts";
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
type Columns = { timestamp: PgColumn; id: PgColumn };

/** Behind the last line that is known. */
const after = ({ timestamp, id }: Columns, last: KeptLine | undefined): SQL | undefined =>
  last && sql`(${timestamp}, ${id}) > (${last.at.toISOString()}::timestamptz, ${last.id}::uuid)`;

/** Reads on until nothing comes any more. */
async function* read(next: (last: KeptLine | undefined) => Promise<KeptLine[]>): AsyncGenerator<KeptLine> {
  for (let last: KeptLine | undefined; ; ) {
    const lines = await next(last);
    yield* lines;
    if (lines.length < batch) return;
    last = lines.at(-1);
  }
}

export type KeptThread = { id: string; lines: AsyncIterable<KeptLine> };

/**
 * What client and each writer of an order wrote to each other, contact details masked, for admins who may handle orders;
 * nothing for everybody else.
 */
export async function* threadsToKeep({ runtime: { db }, viewer }: Ctx, orderId: string): AsyncGenerator<KeptThread> {
  const order = await orderForTalk(db, orderId);
  if (!order || !canReadHidden(viewer)) return;
  const names = { client: "Client", writer: "Writer", system: "Automatic line" };
  for (const { id } of await threadsOf(db, order.id))
    yield {
      id,
      lines: read(async (last) => {
        const rows = await db
          .select()
          .from(threadMessages)
          .where(and(eq(threadMessages.threadId, id), after(threadMessages, last)))
          .orderBy(asc(threadMessages.timestamp), asc(threadMessages.id))
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
  if (!canAnswerChats(viewer)) return;
  yield* read(async (last) => {
    const rows = await db
      .select()
      .from(messages)
      .where(
        and(
          eq(messages.chatId, personId),
          gte(messages.timestamp, since),
          lte(messages.timestamp, until),
          after(messages, last),
        ),
      )
      .orderBy(asc(messages.timestamp), asc(messages.id))
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
