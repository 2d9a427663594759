import { sql } from "drizzle-orm";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { cappedCount, send } from "../database.ts";
import { openPool } from "../open.ts";
import { inTransactionOf } from "../transaction.ts";

let own: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  own = await createTestDatabase(3, true);
  await own.db.execute(sql`create table notes (word text primary key)`);
  pool = openPool(own.connection, quietLog, 1);
});
afterAll(async () => {
  await pool.end();
  await own.drop();
});

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "no error",
    (error: unknown) => error,
  );

/** What the connections of the pool write, each time something leaves. */
const writesOf = (pool: pg.Pool): (() => number) => {
  let writes = 0;
  pool.on("acquire", ({ connection: { stream } }) => {
    const inner = stream as unknown as { _writev: (...args: unknown[]) => void; _write: (...args: unknown[]) => void };
    for (const name of ["_writev", "_write"] as const) {
      const { [name]: real } = inner;
      inner[name] = (...args) => {
        writes += 1;
        real.apply(stream, args);
      };
    }
  });
  return () => writes;
};

/** A part of a command receives its answer some microtasks after the answer of its last statement. */
const slowly = async <T>(promise: Promise<T>): Promise<T> => {
  for (let i = 0; i < 9; i += 1) await promise.catch(() => undefined);
  return promise;
};

test("a connection whose prepared statements no longer fit the tables is left after one failure", async () => {
  await own.pool.query("drop table if exists changed; create table changed (a int)");
  const all = () =>
    inTransactionOf(pool, async (tx) => (await send(tx, sql`select * from changed where 1 = ${1}`)).rows);
  for (let i = 0; i < 4; i += 1) await all();
  await own.pool.query("alter table changed add column b int");
  expect(String(((await errorOf(all())) as Error).cause)).toContain("cached plan must not change result type");
  expect(await all()).toEqual([]);
});

test("a connection that lost its prepared statements is left after one failure", async () => {
  const ask = () => inTransactionOf(pool, async (tx) => (await send(tx, sql`select ${1}::int as n`)).rows);
  for (let i = 0; i < 4; i += 1) await ask();
  await pool.query("deallocate all");
  expect(String(((await errorOf(ask())) as Error).cause)).toContain("does not exist");
  expect(await ask()).toEqual([{ n: 1 }]);
});

test("a lost prepared statement in a pipeline closes the connection, whichever failure arrives first", async () => {
  const ask = () =>
    inTransactionOf(pool, (tx) => Promise.all([slowly(send(tx, sql`select ${1}::int as m`)), send(tx, sql`select 2`)]));
  for (let i = 0; i < 4; i += 1) await ask();
  await pool.query("deallocate all");
  expect(String(((await errorOf(ask())) as Error).cause)).toContain("does not exist");
  expect(await ask()).toHaveLength(2);
});

test("begin leaves with the first statements, commit with the last one", async () => {
  await pool.query("select 1");
  const writes = writesOf(pool);
  await inTransactionOf(pool, async (tx) => {
    await Promise.all([send(tx, sql`select 1`), send(tx, sql`select 2`)]);
    send(tx, sql`insert into notes values ('two writes')`).catch(() => undefined);
  });
  expect(writes()).toBe(2);
  expect((await own.pool.query("select word from notes")).rows).toEqual([{ word: "two writes" }]);
});

test("a count up to some rows is planned once, and not anew with each question", async () => {
  await own.pool.query("create table counted as select n from generate_series(1, 100000) as n");
  await own.pool.query("create index on counted (n)");
  await own.pool.query("vacuum analyze counted");
  const rows = sql`select 1 from counted where n >= ${1}`;
  const ask = () =>
    inTransactionOf(
      pool,
      async (tx) => (await send<{ many: number }>(tx, sql`select ${cappedCount(9, rows)} as many`)).rows,
    );
  for (let i = 0; i < 12; i += 1) expect(await ask()).toEqual([{ many: 10 }]);
  const { rows: plans } = await pool.query(
    "select generic_plans > 0 as kept from pg_prepared_statements where statement like '%from counted%' and statement not like '%pg_prepared%'",
  );
  expect(plans).toEqual([{ kept: true }]);
});
