import { and, count, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { threadMessages } from "../tables.ts";
import { otherOf } from "./send-to-thread.ts";
import { changeThread, seenThread, threadTopic } from "./thread-row.ts";

const input = z.strictObject({ threadId: z.uuid(), to: z.coerce.date() });

/** The viewer's side has read up to this instant; an earlier one changes nothing. An admin who reads marks nothing. */
export const markThreadRead = command<z.infer<typeof input>, null>("chat.mark-thread-read", {
  input,
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
