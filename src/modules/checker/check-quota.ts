import { countUse } from "#src/platform/limits.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { type Outcome, refuse } from "#src/shared/outcome.ts";
import { hourSeconds } from "#src/shared/units.ts";

/** Checks that one person may have in an hour (fair use). */
export const checksAnHour = 60;
/** Of one person in this process: the line of texts is everybody's. */
const mostAtOnce = 3;

const running = new WeakMap<Runtime, Map<string, number>>();

/**
 * Runs a check of the person who asks: it is counted before anything is read, and at most three run or wait at once.
 * @returns what `check` gives, or why it was not begun: nobody signed in, too many.
 */
export async function asOneCheck<T>(ctx: Ctx, check: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const { runtime, viewer } = ctx;
  if (viewer.kind !== "person") return refuse("signed-out", "Sign in first.");
  const counts = running.get(runtime) ?? new Map<string, number>();
  running.set(runtime, counts);
  const mine = counts.get(viewer.id) ?? 0;
  if (mine >= mostAtOnce)
    return refuse("too-many", "Earlier texts of yours are still being checked. Wait for them.", { retryAfter: 10 });
  counts.set(viewer.id, mine + 1);
  try {
    const most = Math.ceil(checksAnHour * runtime.config.limitsFactor);
    const use = { key: `checks:${viewer.id}`, most, seconds: hourSeconds };
    const wait = await countUse(runtime.db, use, runtime.clock());
    if (wait !== null)
      return refuse("too-many", `You have checked ${most} texts in this hour. Try again later.`, { retryAfter: wait });
    return await check();
  } finally {
    const left = (counts.get(viewer.id) ?? 1) - 1;
    if (left > 0) counts.set(viewer.id, left);
    else counts.delete(viewer.id);
  }
}
