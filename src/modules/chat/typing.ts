import type { Ctx } from "#src/platform/runtime.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { sideOf } from "./domain/policy.ts";
import { chatTopic, inboxTopic } from "./topics.ts";

const lastPublished = new Map<string, number>();
const everyMs = 2_000;

/** Tells whoever has the chat open that this side types. At most once in two seconds; never stored (decisions 6). */
export function publishTyping(ctx: Ctx, chatId: string): Outcome<null> {
  const side = sideOf(ctx.viewer, chatId);
  if (!side || ctx.viewer.kind !== "person") return notFound();
  const now = ctx.runtime.clock().getTime();
  const key = `${ctx.viewer.id}:${chatId}`;
  if (now - (lastPublished.get(key) ?? 0) < everyMs) return done(null);
  if (lastPublished.size > 10_000) lastPublished.clear();
  lastPublished.set(key, now);
  ctx.runtime.live.ephemeral(chatTopic(chatId), { typing: side });
  // Who of Support writes is for Support alone: two do not answer at once.
  if (side === "support")
    ctx.runtime.live.ephemeral(inboxTopic, { typing: chatId, by: ctx.viewer.name, id: ctx.viewer.id });
  return done(null);
}
