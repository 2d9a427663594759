import { openAtOnce } from "#src/platform/at-once.ts";
import { countUse } from "#src/platform/limits.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { type Outcome, refuse } from "#src/shared/outcome.ts";
import { hourSeconds } from "#src/shared/units.ts";

/** Checks that one person may have in an hour (fair use). */
export const checksAnHour = 60;
/** Of one person: the line of texts is everybody's. */
const atOnce = openAtOnce(3);

/**
 * Runs a check of the person who asks: it is counted before anything is read, and at most three run or wait at once.
 * @returns what `check` gives, or why it was not begun: nobody signed in, too many.
 */
export async function asOneCheck<T>(ctx: Ctx, check: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const { runtime, viewer } = ctx;
  if (viewer.kind !== "person") return refuse("signed-out", "Sign in first.");
  const checked = await atOnce(viewer.id, async () => {
    const most = Math.ceil(checksAnHour * runtime.config.limitsFactor);
    const use = { key: `checks:${viewer.id}`, most, seconds: hourSeconds };
    const wait = await countUse(runtime.db, use, runtime.clock());
    return wait === null
      ? check()
      : refuse("too-many", `You have checked ${most} texts in this hour. Try again later.`, { retryAfter: wait });
  });
  return (
    checked ?? refuse("too-many", "Earlier texts of yours are still being checked. Wait for them.", { retryAfter: 10 })
  );
}
