import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { done, type Outcome } from "#src/shared/outcome.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { command } from "./command.ts";
import { query } from "./query.ts";
import type { Work } from "./work.ts";

let runtime: TestRuntime;
beforeAll(async () => {
  runtime = await createTestRuntime();
  await runtime.db.execute(sql`create table public.counters (name text primary key, value int not null)`);
});
beforeEach(async () => {
  await runtime.db.execute(sql`delete from public.counters`);
  await runtime.db.execute(sql`insert into public.counters values ('a', 0), ('b', 0)`);
});
afterAll(() => runtime.drop());

/** Runs a step as a command does; counts its tries. */
async function run(
  step: (work: Work, tries: number) => Promise<unknown>,
): Promise<{ met: Outcome<null>; tries: number }> {
  let tries = 0;
  const run = command<object, null>("test.step", {
    input: z.strictObject({}),
    run: async (work) => {
      tries += 1;
      await step(work, tries);
      return done(null);
    },
  });
  return { met: await run(ctxFor(runtime), {}), tries };
}

const add = ({ tx }: Pick<Work, "tx">, name: string) =>
  tx.execute(sql`update public.counters set value = value + 1 where name = ${name}`);
const values = async (): Promise<unknown[]> =>
  (await runtime.database.pool.query("select value from public.counters order by name")).rows.map(({ value }) => value);

/** A lock on a row, held by somebody else until `free`. */
async function hold(name: string): Promise<{ free: () => Promise<void> }> {
  const client = await runtime.database.pool.connect();
  await client.query("begin");
  await client.query("select 1 from public.counters where name = $1 for update", [name]);
  return {
    free: async () => {
      await client.query("commit");
      client.release();
    },
  };
}

describe("tried again", () => {
  test("two commands that lock two rows crosswise: both are done, each once", async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const crosswise = (names: readonly [string, string], mine: () => void, theirs: Promise<void>) =>
      run(async (work) => {
        await add(work, names[0]);
        mine();
        await theirs;
        await add(work, names[1]);
      });
    const both = await Promise.all([
      crosswise(["a", "b"], first.resolve, second.promise),
      crosswise(["b", "a"], second.resolve, first.promise),
    ]);
    expect(both.map(({ met }) => met.ok)).toEqual([true, true]);
    expect(Math.max(...both.map(({ tries }) => tries))).toBeGreaterThan(1);
    expect(await values()).toEqual([2, 2]);
  });

  test("a serialization failure", async () => {
    const { met, tries } = await run(async (work, at) => {
      await work.tx.execute(sql`set transaction isolation level repeatable read`);
      await work.tx.execute(sql`select 1 from public.counters`);
      if (at === 1) await add({ tx: runtime.db }, "a");
      await add(work, "a");
    });
    expect([met.ok, tries, await values()]).toEqual([true, 2, [2, 0]]);
  });

  test("a lock that is free at the next try; what the first try noted is not there twice", async () => {
    const held = await hold("a");
    const { met, tries } = await run(async (work, at) => {
      work.audit({ action: "test.locked", subject: "a" });
      if (at === 2) await held.free();
      await work.tx.execute(sql`set local lock_timeout = 20`);
      await add(work, "a");
    });
    expect([met.ok, tries, await values()]).toEqual([true, 2, [1, 0]]);
    const { rows } = await runtime.database.pool.query("select 1 from platform.audit where action = 'test.locked'");
    expect(rows).toHaveLength(1);
  });
});

describe("given up, in words", () => {
  test.each([["40P01"], ["40001"]])("%s again and again: a conflict after four tries", async (code) => {
    const { met, tries } = await run(async ({ tx }) => {
      await tx.execute(sql.raw(`do $$ begin raise exception 'test' using errcode = '${code}'; end $$`));
    });
    expect(met).toMatchObject({ code: "conflict", message: expect.stringMatching(/^Somebody else changed the same/) });
    expect(tries).toBe(4);
  });

  test("a lock that is never free: unavailable, with the time to retry", async () => {
    const held = await hold("a");
    const { met, tries } = await run(async (work) => {
      await work.tx.execute(sql`set local lock_timeout = 20`);
      await add(work, "a");
    });
    await held.free();
    expect(met).toMatchObject({ code: "unavailable", retryAfter: 10 });
    expect([tries, await values()]).toEqual([4, [0, 0]]);
  });

  test("a statement that takes too long: unavailable at once, from commands and queries", async () => {
    const sleep = async (tx: Work["tx"]) => {
      await tx.execute(sql`set local statement_timeout = 20`);
      await tx.execute(sql`select pg_sleep(60)`);
    };
    const { met, tries } = await run(({ tx }) => sleep(tx));
    expect([met, tries]).toEqual([expect.objectContaining({ code: "unavailable", retryAfter: 10 }), 1]);
    const asked = query<object, null>("test.slow", {
      input: z.strictObject({}),
      run: async ({ db }) => {
        await db.transaction((tx) => sleep(tx as Work["tx"]));
        return done(null);
      },
    });
    expect(await asked(ctxFor(runtime), {})).toMatchObject({ code: "unavailable" });
  });

  test("any other error is a bug, and is tried once", async () => {
    let tries = 0;
    const failing = run(async ({ tx }) => {
      tries += 1;
      await tx.execute(sql`select 1 / 0`);
    });
    await expect(failing).rejects.toThrow();
    expect(tries).toBe(1);
  });
});
