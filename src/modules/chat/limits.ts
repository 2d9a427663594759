import type { Ctx } from "#src/platform/house.ts";
import { countUse } from "#src/platform/limits.ts";
import { type Refusal, refuse } from "#src/shared/outcome.ts";

/** Security E4: 30 messages a minute, of them 10 within 10 seconds. */
const windows = [
  { most: 30, seconds: 60 },
  { most: 10, seconds: 10 },
] as const;

/** Counts one message of the viewer; null while the limits hold. */
export async function spendMessage({ house, viewer }: Ctx): Promise<Refusal | null> {
  if (viewer.kind !== "person") return null;
  for (const { most, seconds } of windows) {
    const use = { key: `chat:${seconds}:${viewer.id}`, most: most * house.config.limitsFactor, seconds };
    const wait = await countUse(house.db, use, house.clock());
    if (wait !== null)
      return refuse("too-many", `That was many messages at once. Try again in ${wait} s.`, { retryAfter: wait });
  }
  return null;
}
