import { sql } from "drizzle-orm";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, pipelinedAndPlain, type TestDatabase } from "#tests/support/database.ts";
import { sized } from "#tests/support/full-run.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { type Database, send } from "./database.ts";
import { isDatabaseAway } from "./errors.ts";
import { openPool } from "./open.ts";
import { inTransactionOf, RolledBack } from "./transaction.ts";

const endsAtLeast = sized(40, 2_000);
const lanes = 8;

describe.each(pipelinedAndPlain)("%s", (_, pipeline) => {
  let own: TestDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    own = await createTestDatabase(2, pipeline);
    await own.db.execute(sql`create table halves (pair int, half int, primary key (pair, half))`);
    pool = openPool({ ...own.connection, application_name: "mortal" }, quietLog, 4, pipeline);
  });
  afterAll(async () => {
    await pool.end();
    await own.drop();
  });

  const half = (tx: Database, pair: number, which: number) =>
    send(tx, sql`insert into halves values (${pair}, ${which})`);
  const unheard = (promise: Promise<unknown>): void => void promise.catch(() => undefined);

  /** The ways in which our commands write: in flights, behind questions, without waiting, in savepoints, in parts. */
  const endings: readonly ((tx: Database, pair: number) => Promise<unknown>)[] = [
    (tx, pair) => Promise.all([half(tx, pair, 1), half(tx, pair, 2)]),
    async (tx, pair) => {
      await half(tx, pair, 1);
      unheard(half(tx, pair, 2));
    },
    async (tx, pair) => {
      await Promise.all([send(tx, sql`select 1`), send(tx, sql`select ${pair}::int`)]);
      await half(tx, pair, 1);
      await half(tx, pair, 2);
    },
    async (tx, pair) => {
      await tx.transaction((inner) => half(inner as Database, pair, 1));
      unheard(half(tx, pair, 2));
    },
    async (tx, pair) => {
      unheard(half(tx, pair, 1));
      unheard(half(tx, pair, 2));
    },
    (tx, pair) =>
      Promise.all([
        send(tx, sql`select 1 / (${pair}::int / 6 % 2)`).then(() => half(tx, pair, 1)),
        own.pool.query("select 1").then(() => half(tx, pair, 2)), // it may come when the other part has failed
      ]),
  ];

  const codeOf = (error: unknown): unknown =>
    error instanceof Error ? ("code" in error && error.code) || codeOf(error.cause) : undefined;

  /** 57014: the statement was cancelled. 22012: the way divides by zero. */
  const isExpected = (error: unknown): boolean =>
    error instanceof RolledBack || isDatabaseAway(error) || ["57014", "22012"].includes(String(codeOf(error)));

  /** Ends or cancels what some busy connection of the pool does, again and again. */
  async function endConnections(): Promise<void> {
    for (let ended = 0, round = 0; ended < endsAtLeast; round += 1) {
      const how = round % 3 === 0 ? "pg_terminate_backend" : "pg_cancel_backend";
      const { rowCount } = await own.pool.query(
        `select ${how}(pid) from pg_stat_activity where application_name = 'mortal' and datname = current_database()
       and state <> 'idle' order by random() limit 1`,
      );
      ended += rowCount ?? 0;
    }
  }

  test(
    "connections end and statements are cancelled at any moment: what was reported as stored is complete, nothing is partial",
    async () => {
      const reported: number[] = [];
      const strange: unknown[] = [];
      let ended = false;
      let last = 0;
      const lane = async (): Promise<void> => {
        while (!ended) {
          last += 1;
          const pair = last;
          await inTransactionOf(pool, (tx) => (endings[pair % endings.length] as (typeof endings)[0])(tx, pair)).then(
            () => reported.push(pair),
            (error: unknown) => void (isExpected(error) || strange.push(error)),
          );
        }
      };
      const ending = endConnections().finally(() => {
        ended = true;
      });
      await Promise.all([ending, ...Array.from({ length: lanes }, lane)]);

      expect(strange).toEqual([]);
      const { rows } = await own.pool.query<{ pair: number; n: number }>(
        "select pair, count(*)::int as n from halves group by pair",
      );
      expect(rows.filter(({ n }) => n !== 2)).toEqual([]);
      const stored = new Set(rows.map(({ pair }) => pair));
      expect(reported.filter((pair) => !stored.has(pair))).toEqual([]);
      expect(reported.length).toBeGreaterThan(0);

      const all = await Promise.all(Array.from({ length: 4 }, () => pool.connect()));
      for (const client of all) client.release();
      expect(pool.totalCount).toBe(4);
    },
    sized(120_000, 600_000),
  );
});
