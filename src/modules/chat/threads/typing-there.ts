import type { Ctx } from "#src/platform/runtime.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { mayTell } from "../typing.ts";
import { seenThread } from "./thread-row.ts";
import { threadTopic } from "./topic.ts";

/** Tells whoever has the thread open that this side types; never stored. */
export async function publishThreadTyping(ctx: Ctx, threadId: string): Promise<Outcome<null>> {
  const seen = await seenThread(ctx.runtime.db, ctx.viewer, threadId);
  if (!seen || seen.side === "admin") return notFound();
  if (mayTell(ctx, threadId)) ctx.runtime.live.ephemeral(threadTopic(threadId), { typing: seen.side });
  return done(null);
}
