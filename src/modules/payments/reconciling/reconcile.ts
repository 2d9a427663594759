import { and, asc, gte, inArray, lt, or, sql } from "drizzle-orm";
import type { Runtime } from "#src/platform/runtime.ts";
import { dayMs, minuteMs } from "#src/shared/units.ts";
import { syncAttempt } from "../attempts/sync-attempt.ts";
import { attempts } from "../tables.ts";

/** Of one run, every five minutes. An attempt without money is asked about ten times in its last day at most. */
const mostOpen = 500;
export const mostEnded = 300;
const together = 8;
/** A provider that did not answer so often in a row is left for the next run. */
const mostSilence = 16;

/**
 * Does a step for each row, several rows at once, in the order of the rows. A step must not reject.
 */
export async function eachOf<T>(rows: readonly T[], step: (row: T) => Promise<void>): Promise<void> {
  const rest = rows.values();
  const line = async () => {
    for (const row of rest) await step(row);
  };
  await Promise.all(Array.from({ length: together }, line));
}

const asked = sql`coalesce(${attempts.askedAt}, ${attempts.startedAt})`;

const openOnes = ({ db }: Runtime, now: number) =>
  db
    .select({ id: attempts.id, provider: attempts.provider })
    .from(attempts)
    .where(and(inArray(attempts.state, ["started", "reviewing"]), lt(attempts.startedAt, new Date(now - minuteMs))))
    .orderBy(asc(asked))
    .limit(mostOpen);

/** Each time it has been over for twice as long as the last time. */
const dueAgain = (now: number) =>
  or(
    sql`${attempts.askedAt} is null`,
    and(
      lt(attempts.askedAt, new Date(now - 4 * minuteMs)),
      sql`${new Date(now).toISOString()}::timestamptz - ${attempts.endedAt} >= 2 * (${attempts.askedAt} - ${attempts.endedAt})`,
    ),
  );

const endedOnes = ({ db }: Runtime, now: number) =>
  db
    .select({ id: attempts.id, provider: attempts.provider })
    .from(attempts)
    .where(
      and(inArray(attempts.state, ["closed", "failed"]), gte(attempts.endedAt, new Date(now - dayMs)), dueAgain(now)),
    )
    .orderBy(asc(asked))
    .limit(mostEnded);

/**
 * Asks providers about attempts that are open, and after those about the ones that ended without money, for a day and
 * ever more seldom: what neither a return page nor an event reported is found here. Returns how many it asked about.
 */
export async function reconcile(runtime: Runtime): Promise<number> {
  const now = runtime.clock().getTime();
  const silent = new Map<string, number>();
  let count = 0;
  await eachOf([...(await openOnes(runtime, now)), ...(await endedOnes(runtime, now))], async ({ id, provider }) => {
    const silence = () => silent.get(provider) ?? 0;
    if (silence() >= mostSilence) return;
    count += 1;
    try {
      await syncAttempt(runtime, id);
      silent.set(provider, 0);
    } catch (err) {
      silent.set(provider, silence() + 1);
      runtime.log.error({ err, attempt: id }, "a provider could not be asked");
    }
  });
  return count;
}
