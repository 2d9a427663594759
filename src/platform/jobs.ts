import type pg from "pg";
import type { Job, PgBoss } from "pg-boss";
import { daySeconds } from "#src/shared/units.ts";
import { heldJump } from "./clock-watch.ts";
import { databaseRefusal } from "./database/errors.ts";
import { repeatEvery } from "./interval.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Work beside requests. `cron` (minute, hour, day, month, weekday; UTC) runs once in the whole installation, by
 * pg-boss, tried again with growing waits. `everySeconds` ticks in each process: its `run` claims rows for itself.
 */
export type JobKind = { name: string; run: (runtime: Runtime) => Promise<void> } & (
  | { cron: string; everySeconds?: never }
  | { everySeconds: number; cron?: never }
);

export type Jobs = {
  start: () => Promise<void>;
  /** Waits for running work, at most 15 seconds. */
  stop: () => Promise<void>;
  /** Asks for one run of a cron kind soon, in whichever process is free. */
  send: (name: string) => Promise<void>;
};

type Named = { kind: string };

const queue = "jobs";
const lastWaitMs = 15_000;
// Six tries in about an hour; a run that says nothing for 15 minutes is taken over.
const retries = {
  retryLimit: 5,
  retryDelay: 60,
  retryBackoff: true,
  retryDelayMax: 1800,
  expireInSeconds: 900,
  deleteAfterSeconds: 7 * daySeconds,
};

/** Wires the kinds; nothing runs before `start`. pg-boss keeps its own schema `jobs` on the pool that is given. */
export function openJobs(runtime: Runtime, pool: pg.Pool, kinds: readonly JobKind[]): Jobs {
  const crons = new Map(
    kinds.flatMap((kind) => (kind.cron ? [[kind.name, { ...kind, cron: kind.cron }] as const] : [])),
  );
  const tickers = kinds.flatMap((kind) =>
    kind.everySeconds ? [repeatEvery(kind.everySeconds * 1000, runtime.log, kind.name, () => kind.run(runtime))] : [],
  );
  let boss: PgBoss | undefined;
  const run = async ([job]: Job<Named>[]) => {
    const kind = job && crons.get(job.data.kind);
    if (!kind) return;
    const begun = performance.now();
    try {
      // What goes by its age must not go by a wrong time.
      if (await heldJump(runtime.db))
        return runtime.log.warn({ job: kind.name }, "a job waits for the time to be confirmed");
      const { observer } = runtime;
      await (observer ? observer.step(kind.name, async () => kind.run(runtime)) : kind.run(runtime));
      runtime.log.info({ job: kind.name, ms: Math.round(performance.now() - begun) }, "a job ran");
    } catch (error) {
      runtime.log.error({ err: error, job: kind.name }, "a job failed");
      throw error;
    }
  };
  const prepare = async (queued: PgBoss) => {
    await queued.start();
    await queued.createQueue(queue, retries);
    await dropOldSchedules(queued, crons);
    for (const { name, cron } of crons.values())
      await queued.schedule(queue, cron, { kind: name }, { key: name, tz: "UTC" });
    await queued.work<Named>(queue, { batchSize: 1, localConcurrency: 2 }, run);
  };
  /** False: the records were in trouble that passes, and nothing of it runs. */
  const tryToStart = async (): Promise<boolean> => {
    const queued = await openBoss(runtime, pool);
    try {
      await prepare(queued);
      boss = queued;
      return true;
    } catch (error) {
      await queued.stop({ graceful: false }).catch(() => undefined);
      if (!databaseRefusal(error)) throw error;
      runtime.log.warn({ err: error }, "the job queue could not start and is tried again");
      return false;
    }
  };
  const leaving = Promise.withResolvers<true>();
  const start = async () => {
    for (const ticker of tickers) ticker.start();
    if (crons.size === 0) return;
    for (let wait = 500; !(await tryToStart()); wait = Math.min(2 * wait, lastWaitMs))
      if (await within(wait, leaving.promise)) return;
  };
  const stop = async () => {
    leaving.resolve(true);
    // Half started is the one state that cannot be stopped.
    await starting.catch(() => undefined);
    await Promise.all([...tickers.map((ticker) => ticker.stop()), boss?.stop({ graceful: true, timeout: lastWaitMs })]);
  };
  let starting: Promise<void> = Promise.resolve();
  return {
    start: () => {
      starting = start();
      return starting;
    },
    stop: () => within(lastWaitMs, stop()),
    send: async (name) => {
      if (!crons.has(name)) throw new Error(`There is no job "${name}".`);
      if (!boss) throw new Error("Jobs have not started.");
      await boss.send(queue, { kind: name });
    },
  };
}

/** The library is loaded here so that short scripts never pay for it. */
async function openBoss(runtime: Runtime, pool: pg.Pool): Promise<PgBoss> {
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({ schema: "jobs", db: { executeSql: (text, values) => pool.query(text, values) } });
  boss.on("error", (error) => runtime.log.error({ err: error }, "the job queue has a problem"));
  boss.on("warning", (warning) => runtime.log.warn({ warning: warning.message }, "the job queue warns"));
  return boss;
}

/** A kind that a new version no longer has must not be scheduled for ever. */
async function dropOldSchedules(boss: PgBoss, crons: ReadonlyMap<string, unknown>): Promise<void> {
  for (const { key } of await boss.getSchedules(queue)) if (!crons.has(key)) await boss.unschedule(queue, key);
}

/** What `work` gives, or undefined when it takes longer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), ms);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
