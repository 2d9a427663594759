import { afterAll, afterEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { type JobKind, type Jobs, openJobs } from "./jobs.ts";
import type { Runtime } from "./runtime.ts";

const fixture = await createTestDatabase(8);
afterAll(() => fixture.drop());

const runtime = { log: quietLog, db: fixture.db } as unknown as Runtime;
const running: Jobs[] = [];
const open = async (kinds: JobKind[]): Promise<Jobs> => {
  const jobs = openJobs(runtime, fixture.pool, kinds);
  running.push(jobs);
  await jobs.start();
  return jobs;
};
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
});

const never = "0 0 1 1 *";
const schedules = async () =>
  (await fixture.pool.query<{ key: string; cron: string }>("select key, cron from jobs.schedule order by key")).rows;

test("a job that is asked for runs once, whichever of two processes is free", async () => {
  const ran = vi.fn(async () => undefined);
  const kinds: JobKind[] = [{ name: "sweep", cron: never, run: ran }];
  const [first] = await Promise.all([open(kinds), open(kinds)]);
  await first?.send("sweep");
  await vi.waitFor(() => expect(ran).toHaveBeenCalledTimes(1), 60_000);
  await vi.waitFor(async () => {
    const { rows } = await fixture.pool.query("select state from jobs.job where name = 'jobs'");
    expect(rows).toEqual([{ state: "completed" }]);
  }, 60_000);
  expect(ran).toHaveBeenCalledTimes(1);
  expect(ran).toHaveBeenCalledWith(runtime);
});

test("a job that fails waits to be tried again", async () => {
  await fixture.pool.query("delete from jobs.job where name = 'jobs'");
  const jobs = await open([{ name: "sweep", cron: never, run: () => Promise.reject(new Error("no disk")) }]);
  await jobs.send("sweep");
  await vi.waitFor(async () => {
    const { rows } = await fixture.pool.query(
      "select state, retry_limit, retry_backoff, start_after > started_on + interval '20 seconds' as later from jobs.job where name = 'jobs'",
    );
    expect(rows).toEqual([{ state: "retry", retry_limit: 5, retry_backoff: true, later: true }]);
  }, 60_000);
});

test("schedules follow the kinds of the running version", async () => {
  const run = async () => undefined;
  await open([
    { name: "gone", cron: "5 * * * *", run },
    { name: "stays", cron: "6 * * * *", run },
  ]);
  expect(await schedules()).toEqual([
    { key: "gone", cron: "5 * * * *" },
    { key: "stays", cron: "6 * * * *" },
  ]);
  await open([{ name: "stays", cron: "7 * * * *", run }]);
  expect(await schedules()).toEqual([{ key: "stays", cron: "7 * * * *" }]);
});

test("a ticking kind runs again and again, survives a failure, and is waited for at the end", async () => {
  const held = Promise.withResolvers<void>();
  const third = Promise.withResolvers<void>();
  let runs = 0;
  let ended = false;
  const jobs = await open([
    {
      name: "tick",
      everySeconds: 0.01,
      run: async () => {
        runs += 1;
        if (runs === 1) throw new Error("once");
        if (runs < 3) return;
        third.resolve();
        await held.promise;
        ended = true;
      },
    },
  ]);
  await third.promise;
  const stopped = jobs.stop();
  held.resolve();
  await stopped;
  expect({ runs, ended }).toEqual({ runs: 3, ended: true });
});

test("an end in the middle of the start waits for it, and nothing runs afterwards", async () => {
  const ran = vi.fn(async () => undefined);
  const jobs = openJobs(runtime, fixture.pool, [
    { name: "stays", cron: never, run: ran },
    { name: "tick", everySeconds: 0.01, run: ran },
  ]);
  const starting = jobs.start();
  await jobs.stop();
  await expect(starting).resolves.toBeUndefined();
  const before = ran.mock.calls.length;
  await fixture.pool.query("select pg_sleep(0.1)");
  expect(ran).toHaveBeenCalledTimes(before);
});

test("records that are away while the queue starts: it starts when they are back, and an end does not wait for them", async () => {
  let away = 5;
  const query = (text: string, values?: unknown[]) =>
    away-- > 0
      ? Promise.reject(Object.assign(new Error("the server stops"), { code: "57P01" }))
      : fixture.pool.query(text, values);
  const pool = Object.assign(Object.create(fixture.pool), { query }) as typeof fixture.pool;
  const ran = vi.fn(async () => undefined);
  const jobs = openJobs(runtime, pool, [{ name: "sweep", cron: never, run: ran }]);
  running.push(jobs);
  await jobs.start();
  await jobs.send("sweep");
  await vi.waitFor(() => expect(ran).toHaveBeenCalled(), 60_000);
  away = Number.POSITIVE_INFINITY;
  const cutOff = openJobs(runtime, pool, [{ name: "sweep", cron: never, run: ran }]);
  const starting = cutOff.start();
  await cutOff.stop();
  await expect(starting).resolves.toBeUndefined();
  away = 0;
});

test("asking for a job that is not there is a fault", async () => {
  const jobs = await open([]);
  await expect(jobs.send("nothing")).rejects.toThrow('There is no job "nothing".');
});
