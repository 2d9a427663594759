import type { Ctx } from "#src/platform/runtime.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { sideOf } from "../domain/policy.ts";
import { seenThread, threadTopic } from "../threads/thread-row.ts";
import { chatTopic, inboxTopic } from "./topics.ts";

const lastPublished = new Map<string, number>();
const everyMs = 2_000;

/** Counts one word about typing; false while the last one is younger than two seconds. */
function mayPublishTyping({ viewer, runtime }: Ctx, id: string): boolean {
  if (viewer.kind !== "person") return false;
  const now = runtime.clock().getTime();
  const key = `${viewer.id}:${id}`;
  if (now - (lastPublished.get(key) ?? 0) < everyMs) return false;
  if (lastPublished.size > 10_000) lastPublished.clear();
  lastPublished.set(key, now);
  return true;
}

/** Publishes to open chats that this side types. At most once in two seconds; never stored. */
export function publishTyping(ctx: Ctx, chatId: string): Outcome<null> {
  const side = sideOf(ctx.viewer, chatId);
  if (!side || ctx.viewer.kind !== "person") return notFound();
  if (!mayPublishTyping(ctx, chatId)) return done(null);
  ctx.runtime.live.ephemeral(chatTopic(chatId), { typing: side });
  // Who of Support writes is for Support alone: two do not answer at once.
  if (side === "support")
    ctx.runtime.live.ephemeral(inboxTopic, { typing: chatId, by: ctx.viewer.name, id: ctx.viewer.id });
  return done(null);
}

/** Publishes to open threads that this side types; never stored. */
export async function publishThreadTyping(ctx: Ctx, threadId: string): Promise<Outcome<null>> {
  const seen = await seenThread(ctx.runtime.db, ctx.viewer, threadId);
  if (!seen || seen.side === "admin") return notFound();
  if (mayPublishTyping(ctx, threadId)) ctx.runtime.live.ephemeral(threadTopic(threadId), { typing: seen.side });
  return done(null);
}
