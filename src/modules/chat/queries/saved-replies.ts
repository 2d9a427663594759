import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { deliveredKeys, deliveredReplies, isDelivered } from "../domain/delivered-replies.ts";
import { canAnswerChats } from "../domain/policy.ts";
import { savedReplies } from "../tables.ts";

/** A reply to choose from. `id` is its row's, or the key of one that comes with the product. */
export type SavedReply = {
  id: string;
  title: string;
  text: string;
  /** own: the shop's; delivered: as it came with the product; changed: written anew in its place. */
  origin: "own" | "delivered" | "changed";
};

type Replies = { replies: readonly SavedReply[]; removed: readonly { id: string; title: string }[] };

/** Every reply by name, delivered ones included, and which of these were taken away. */
export async function repliesOf(db: Database): Promise<Replies> {
  const rows = await db.select().from(savedReplies).limit(400);
  const instead = new Map(rows.flatMap((row) => (row.delivered === null ? [] : [[row.delivered, row] as const])));
  const own = rows
    .filter(({ delivered }) => delivered === null || !isDelivered(delivered))
    .map(({ id, title, text }): SavedReply => ({ id, title, text, origin: "own" }));
  const delivered = deliveredKeys.flatMap((id): SavedReply[] => {
    const row = instead.get(id);
    if (row?.removed) return [];
    return [
      row
        ? { id, title: row.title, text: row.text, origin: "changed" }
        : { id, ...deliveredReplies[id], origin: "delivered" },
    ];
  });
  return {
    replies: [...own, ...delivered].sort((a, b) => a.title.localeCompare(b.title, "en")),
    removed: deliveredKeys
      .filter((id) => instead.get(id)?.removed)
      .map((id) => ({ id, title: deliveredReplies[id].title })),
  };
}

/** All saved replies by name. Refuses not-found to everybody without the capability `chat`. */
export const savedReplyList = query<Record<string, never>, Replies>("chat.saved-replies", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => (canAnswerChats(viewer) ? done(await repliesOf(db)) : notFound()),
});
