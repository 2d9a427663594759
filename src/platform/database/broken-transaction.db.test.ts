import { sql } from "drizzle-orm";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, pipelinedAndPlain, type TestDatabase } from "#tests/support/database.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { type Database, send } from "./database.ts";
import { isDatabaseAway } from "./errors.ts";
import { openPool } from "./open.ts";
import { inTransactionOf } from "./transaction.ts";

describe.each(pipelinedAndPlain)("%s", (_, pipeline) => {
  let own: TestDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    own = await createTestDatabase(3, pipeline);
    await own.db.execute(sql`create table notes (word text primary key)`);
    pool = openPool(own.connection, quietLog, 1, pipeline);
  });
  beforeEach(() => own.pool.query("truncate notes"));
  afterAll(async () => {
    await pool.end();
    await own.drop();
  });

  const words = async (): Promise<string[]> =>
    (await own.pool.query<{ word: string }>("select word from notes order by word")).rows.map(({ word }) => word);

  const note = (tx: Database, word: string) => send(tx, sql`insert into notes values (${word})`);

  const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => "no error",
      (error: unknown) => error,
    );

  /** A pool of one connection on which the server refuses the first `begin`, and continues with what comes behind it. */
  const refusingPool = (): pg.Pool => {
    const refusing = openPool(own.connection, quietLog, 1, pipeline);
    let refused = false;
    refusing.on("connect", (client) => {
      const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
      const first = (...asked: unknown[]): unknown => {
        if (refused || asked[0] !== "begin") return query(...asked);
        refused = true;
        return query("begin nonsense");
      };
      Object.assign(client, { query: first });
    });
    return refusing;
  };

  test.each<[what: string, step: (tx: Database) => Promise<unknown>]>([
    ["written at once", (tx: Database) => note(tx, "alone")],
    [
      "written behind a question",
      async (tx: Database) => {
        await send(tx, sql`select 1`);
        await note(tx, "alone");
      },
    ],
    [
      "asked and written in one flight",
      (tx: Database) => Promise.all([send(tx, sql`select 1`), note(tx, "alone"), note(tx, "two")]),
    ],
    [
      "written and not waited for",
      async (tx: Database) => {
        note(tx, "alone").catch(() => undefined);
      },
    ],
  ])("nothing is stored when the server refuses to begin: %s", async (_what, step) => {
    const refusing = refusingPool();
    const error = await errorOf(inTransactionOf(refusing, step));
    expect(await words()).toEqual([]);
    expect(String((error as Error).cause ?? error)).toContain("syntax error");
    await inTransactionOf(refusing, (tx) => note(tx, "next"));
    expect(await words()).toEqual(["next"]);
    await refusing.end();
  });

  test("what a part of a failed step still wants to write is refused, and does not get into the next transaction", async () => {
    let goOn = (): void => undefined;
    const later = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let straggler: Promise<unknown> = Promise.resolve();
    const failed = inTransactionOf(pool, async (tx) => {
      straggler = errorOf(later.then(() => note(tx, "late")));
      await send(tx, sql`select 1 / 0`);
    });
    expect(String(((await errorOf(failed)) as Error).cause)).toContain("division by zero");
    await inTransactionOf(pool, async (tx) => {
      await note(tx, "next");
      goOn();
      expect(await straggler).toBeInstanceOf(Error);
    });
    expect(await words()).toEqual(["next"]);
  });

  test("what comes behind commit is refused", async () => {
    let late: Promise<unknown> = Promise.resolve();
    await inTransactionOf(pool, async (tx) => {
      await note(tx, "in time");
      late = errorOf(send(tx, sql`select 1`).then(() => note(tx, "late")));
    });
    expect(await late).toBeInstanceOf(Error);
    expect(await words()).toEqual(["in time"]);
  });

  /** A part of a command receives its answer some microtasks after the answer of its last statement. */
  const slowly = async <T>(promise: Promise<T>): Promise<T> => {
    for (let i = 0; i < 9; i += 1) await promise.catch(() => undefined);
    return promise;
  };

  test("the error of a pipeline is its first failure, not the failures that follow from it", async () => {
    const failed = inTransactionOf(pool, (tx) =>
      Promise.all([slowly(send(tx, sql`select 1 / 0`)), send(tx, sql`select 2`)]),
    );
    expect(String(((await errorOf(failed)) as Error).cause)).toContain("division by zero");
  });

  test.each([
    ["ends in the middle of a transaction", "select pg_terminate_backend(pg_backend_pid())", "0"],
    ["is idle for too long in a transaction", "select 1", "20ms"],
  ])(
    "a connection that %s: nothing is stored, the database counts as away, its place is free",
    async (_what, last, idle) => {
      const mortal = openPool(own.connection, quietLog, 1, pipeline);
      const ended = new Promise((resolve) => mortal.once("connect", (client) => client.once("end", resolve)));
      const failed = inTransactionOf(mortal, async (tx) => {
        await send(tx, sql`select set_config('idle_in_transaction_session_timeout', ${idle}, false)`);
        await note(tx, "half");
        await Promise.all([ended, send(tx, sql.raw(last)).catch(() => undefined)]);
        await note(tx, "other half");
      });
      expect(isDatabaseAway(await errorOf(failed))).toBe(true);
      await inTransactionOf(mortal, (tx) => note(tx, "next"));
      expect(await words()).toEqual(["next"]);
      expect([mortal.totalCount, mortal.idleCount]).toEqual([1, 1]);
      await mortal.end();
    },
  );
});
