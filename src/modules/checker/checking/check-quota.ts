import { openConcurrencyLimit } from "#src/platform/calls-at-once.ts";
import { countUse } from "#src/platform/limits.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { type Outcome, refuse } from "#src/shared/outcome.ts";
import { hourSeconds } from "#src/shared/units.ts";
import { hasScope, isImpersonated, type Viewer } from "#src/shared/viewer.ts";
import { checkerPort } from "../ports.ts";

/** Checks that one person may have in an hour (fair use). */
export const checksAnHour = 60;
/** Of one person: the line of texts is everybody's. */
const atOnce = openConcurrencyLimit(3);

/** How far the reading of a file is; a page is known of PDFs only. */
type Reading = { page?: number; pages?: number };

/** A check under way; `signal` ends it, and is its ticket in the queue. */
export type RunningCheck = { readonly signal: AbortSignal; reading: Reading | null };

/** How far a check is: its file is read, it waits behind so many others, or the engine has it. */
export type CheckProgress =
  | ({ stage: "reading" } & Reading)
  | { stage: "waiting"; before: number }
  | { stage: "checking" };

/** The latest check of each person, while it runs in this process. */
const latest = new Map<string, RunningCheck>();

/** Whose checks are counted together; null: this viewer has none. */
export const checkerFor = (viewer: Viewer): string | null => {
  if (viewer.kind === "person") return isImpersonated(viewer) ? null : viewer.id;
  return hasScope(viewer, "checks") ? `program:${viewer.id}` : null;
};

/** How far the latest check of this person is; null when none runs in this process. */
export function checkProgress({ runtime, viewer }: Ctx): CheckProgress | null {
  const who = checkerFor(viewer);
  const own = who === null ? undefined : latest.get(who);
  if (!own) return null;
  if (own.reading) return { stage: "reading", ...own.reading };
  const before = runtime.port(checkerPort).before(own.signal);
  return before === null ? { stage: "checking" } : { stage: "waiting", before };
}

/**
 * Runs a check of the person or program that asks: it is counted before anything is read, and at most three run or wait at once.
 * @returns what `check` gives, or why it was not begun: nobody signed in, too many.
 */
export async function asOneCheck<T>(
  ctx: Ctx,
  signal: AbortSignal,
  check: (running: RunningCheck) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { runtime, viewer } = ctx;
  const who = checkerFor(viewer);
  if (who === null) return refuse("signed-out", "Sign in first.");
  const own: RunningCheck = { signal, reading: null };
  const checked = await atOnce(who, async () => {
    latest.set(who, own);
    const most = Math.ceil(checksAnHour * runtime.config.limitsFactor);
    const use = { key: `checks:${who}`, most, seconds: hourSeconds };
    const wait = await countUse(runtime.db, use, runtime.clock());
    return wait === null
      ? check(own)
      : refuse("too-many", `You have checked ${most} texts in this hour. Try again later.`, { retryAfter: wait });
  }).finally(() => {
    if (latest.get(who) === own) latest.delete(who);
  });
  return (
    checked ?? refuse("too-many", "Earlier texts of yours are still being checked. Wait for them.", { retryAfter: 10 })
  );
}
