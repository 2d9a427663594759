import { countUses } from "#src/platform/limits.ts";
import type { Work } from "#src/platform/work.ts";
import { type Refusal, refuse } from "#src/shared/outcome.ts";

/** Security E4: 30 messages a minute, of them 10 within 10 seconds. */
const windows = [
  { most: 30, seconds: 60 },
  { most: 10, seconds: 10 },
] as const;

/** Counts one message of the viewer; null while the limits hold. */
export async function spendMessage({
  tx,
  ctx,
  viewer,
  now,
}: Pick<Work, "tx" | "ctx" | "viewer" | "now">): Promise<Refusal | null> {
  if (viewer.kind !== "person") return null;
  const factor = ctx.runtime.config.limitsFactor;
  const uses = windows.map(({ most, seconds }) => ({
    key: `chat:${seconds}:${viewer.id}`,
    most: most * factor,
    seconds,
  }));
  const wait = await countUses(tx, uses, now);
  if (wait === null) return null;
  return refuse("too-many", `That was many messages at once. Try again in ${wait} s.`, { retryAfter: wait });
}
