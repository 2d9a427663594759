import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bothWays, createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { checkDurability } from "./durability.ts";
import { isDatabaseAway } from "./errors.ts";
import { asDatabase, openDatabase, openPool } from "./open.ts";

describe.each(bothWays)("%s", (_, pipeline) => {
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

  test("a connection that hangs at the begin of a transaction is given up, and its place in the pool is free again", async () => {
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

  test("the durability check names what the test server lacks, in words", async () => {
    const findings = await checkDurability(own.pool);
    expect(findings.map((finding) => [finding.setting, finding.fatal])).toEqual([
      ["fsync", false],
      ["synchronous_commit", false],
      ["full_page_writes", false],
    ]);
    expect(findings[0]?.words).toContain("power cut");
  });
});
