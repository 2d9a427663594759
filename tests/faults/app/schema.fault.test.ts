import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openEmbedded } from "#src/platform/database/embedded/index.ts";
import { isFullRun } from "#tests/support/full-run.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { demoFolder, eventually } from "../database/fixture.ts";
import { launch, startReady } from "./fixture.ts";

const onDatabase = async <T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const opened = await openEmbedded({ dataDir, log: quietLog });
  const client = new pg.Client(opened.connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await opened.close();
  }
};

const tables = (dataDir: string): Promise<string[]> =>
  onDatabase(dataDir, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select format('%s.%s', schemaname, tablename) as name from pg_tables where schemaname !~ '^(pg_|jobs)' order by 1",
    );
    return rows.map(({ name }) => name);
  });

/** The same program with one more migration: what the next version would bring. */
const nextVersion = (dataDir: string, sql: string): string => {
  const home = join(dataDir, "../next-version");
  mkdirSync(home);
  for (const file of ["src", "package.json", "build", "migrations"])
    cpSync(file, join(home, file), { recursive: true });
  symlinkSync(resolve("node_modules"), join(home, "node_modules"));
  const file = join(home, "migrations/meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8"));
  const last = journal.entries.at(-1);
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "next" });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(join(home, "migrations/next.sql"), sql);
  return home;
};

test("a migration that fails in the middle is rolled back whole, reported in one sentence, and the old program runs on", async () => {
  const dataDir = demoFolder(onTestFinished);
  const before = await tables(dataDir);
  const home = nextVersion(
    dataDir,
    "create table one_more (id int);--> statement-breakpoint\nselect no_such_function();",
  );
  const next = await launch({ dataDir, home });
  expect(await next.ended).toEqual({ code: 1, signal: null });
  expect(next.output().trim()).toMatch(/^Paperwright cannot start: [A-Z][^\n]*no_such_function[^\n]*$/);
  expect(await tables(dataDir)).toEqual(before);
  await startReady({ dataDir });
});

test.runIf(isFullRun)(
  "kill -9 in the middle of a migration: nothing of it stays, and both programs start",
  async () => {
    const dataDir = demoFolder(onTestFinished);
    const before = await tables(dataDir);
    const home = nextVersion(
      dataDir,
      "create table one_more (id int);--> statement-breakpoint\nselect pg_sleep(case when to_regclass('no_wait') is null then 2 else 0 end);",
    );
    await onDatabase(dataDir, async (client) => {
      const next = await launch({ dataDir, home });
      const asleep = "select from pg_stat_activity where wait_event = 'PgSleep'";
      await eventually(async () => (await client.query(asleep)).rowCount === 1);
      await next.kill();
      const old = await startReady({ dataDir });
      await old.leave();
      await client.query("create table no_wait ()");
    });
    expect(await tables(dataDir)).toEqual([...before, "public.no_wait"].sort());
    await startReady({ dataDir, home });
    expect(await tables(dataDir)).toContain("public.one_more");
  },
);

test.runIf(isFullRun)(
  "a database that a newer program has used is refused in one sentence and left alone",
  async () => {
    const dataDir = demoFolder(onTestFinished);
    const home = nextVersion(dataDir, "create table one_more (id int);");
    const next = await startReady({ dataDir, home });
    await next.leave();
    const old = await launch({ dataDir });
    expect(await old.ended).toEqual({ code: 1, signal: null });
    expect(old.output().trim()).toBe(
      "Paperwright cannot start: This database was last used by a newer version of Paperwright: start that version, or restore a backup made by this one.",
    );
    await startReady({ dataDir, home });
  },
);
