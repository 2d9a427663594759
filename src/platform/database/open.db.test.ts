import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, pipelinedAndPlain, type TestDatabase } from "#tests/support/database.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { isDatabaseAway } from "./errors.ts";
import { asDatabase, openDatabase, openPool } from "./open.ts";
import { checkDurability } from "./server.ts";

describe.each(pipelinedAndPlain)("%s", (_, pipeline) => {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await createTestDatabase(4, pipeline);
  });
  afterAll(() => own.drop());

  describe("a server of the operator's, given by its address", () => {
    test("is opened with our name and our limits", async () => {
      const opened = await openDatabase({ url: own.url, dataDir: "unused", log: quietLog, pipeline });
      const names = ["application_name", "statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
      const answer = await opened.pool.query(
        "select name, setting from pg_settings where name = any($1) order by name",
        [names],
      );
      expect(opened.kind).toBe("foreign");
      expect(answer.rows.map((row) => [row.name, row.setting])).toEqual([
        ["application_name", "paperwright"],
        ["idle_in_transaction_session_timeout", "15000"],
        ["lock_timeout", "3000"],
        ["statement_timeout", "10000"],
      ]);
      await opened.close();
      await opened.close();
    });

    test("that is not there counts as away, also behind Drizzle's own error", async () => {
      const opened = await openDatabase({
        url: "postgres://app@127.0.0.1:1/none",
        dataDir: "unused",
        log: quietLog,
        pipeline,
      });
      const error = await opened.db.execute(sql`select 1`).catch((caught: unknown) => caught);
      expect(isDatabaseAway(error)).toBe(true);
      await opened.close();
    });
  });

  test("a connection that the server ends neither ends the process nor harms the pool", async () => {
    const opened = await openDatabase({ url: own.url, dataDir: "unused", poolSize: 1, log: quietLog, pipeline });
    const held = await opened.pool.connect();
    const { rows } = await held.query("select pg_backend_pid() as pid");
    await own.pool.query("select pg_terminate_backend($1)", [rows[0].pid]);
    const error = await held.query("select 1").catch((caught: unknown) => caught);
    held.release(true);
    expect(isDatabaseAway(error)).toBe(true);
    expect((await opened.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await opened.close();
  });

  test("a connection that does not answer at the begin of a transaction is closed, and its place in the pool is free again", async () => {
    const pool = openPool(
      { ...own.connection, query_timeout: 500, connectionTimeoutMillis: 5_000 },
      quietLog,
      1,
      pipeline,
    );
    const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
    const pid = rows[0]?.pid ?? 0;
    process.kill(pid, "SIGSTOP");
    const error = await asDatabase(pool)
      .transaction((tx) => tx.execute(sql`select 1`))
      .catch((caught: unknown) => caught);
    process.kill(pid, "SIGCONT");
    expect(isDatabaseAway(error)).toBe(true);
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  test("a full pool says that the database is away after its wait", async () => {
    const pool = openPool(own.connection, quietLog, 1, pipeline);
    const held = await pool.connect();
    pool.options.connectionTimeoutMillis = 50;
    const error = await pool.query("select 1").catch((caught: unknown) => caught);
    held.release();
    expect(isDatabaseAway(error)).toBe(true);
    await pool.end();
  });

  test("property names become snake_case columns", async () => {
    const papers = pgTable("papers", { longTitle: text() });
    await own.db.execute(sql`create table papers (long_title text)`);
    await own.db.insert(papers).values({ longTitle: "On rain" });
    expect((await own.pool.query("select long_title from papers")).rows).toEqual([{ long_title: "On rain" }]);
  });

  test("a server that may lose acknowledged writes is refused in one sentence, or warned about where loss is accepted", async () => {
    await expect(checkDurability(own.pool, quietLog, false)).rejects.toThrow(
      /power cut can destroy.*crash can lose.*Turn fsync, synchronous_commit, full_page_writes on, or/,
    );
    const warned: unknown[] = [];
    await checkDurability(own.pool, { ...quietLog, warn: (about) => warned.push(about) }, true);
    expect(warned).toMatchObject([
      { finding: { setting: "fsync" } },
      { finding: { setting: "synchronous_commit" } },
      { finding: { setting: "full_page_writes" } },
    ]);
  });

  test("a server that is too old is refused, also where loss is accepted", async () => {
    const old = {
      query: async () => ({
        rows: [
          { name: "server_version_num", setting: "140012" },
          { name: "server_version", setting: "14.12" },
        ],
      }),
    };
    await expect(checkDurability(old as unknown as Pool, quietLog, true)).rejects.toThrow(
      "The database server is PostgreSQL 14.12; version 15 or newer is needed.",
    );
  });
});
