import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { migrateDatabase } from "./migrate.ts";

let own: TestDatabase;
let folder: string;
beforeEach(async () => {
  own = await createTestDatabase(8);
  await own.pool.query("drop schema if exists drizzle cascade");
  folder = mkdtempSync(join(tmpdir(), "migrations-"));
});
afterEach(async () => {
  await own.drop();
  rmSync(folder, { recursive: true });
});

const write = (steps: { when: number; sql: string }[]): void => {
  const entries = steps.map(({ when }, idx) => ({ idx, version: "7", when, tag: `step-${when}`, breakpoints: true }));
  mkdirSync(join(folder, "meta"), { recursive: true });
  writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ version: "7", dialect: "postgresql", entries }));
  for (const step of steps) writeFileSync(join(folder, `step-${step.when}.sql`), step.sql);
};
const first = { when: 1_000, sql: "create table kettles (id int)" };
const second = { when: 2_000, sql: "insert into kettles values (1)" };

test("five processes that migrate at once all succeed, and each step runs once", async () => {
  write([first, second]);
  await Promise.all(Array.from({ length: 5 }, () => migrateDatabase(own.pool, folder)));
  expect((await own.pool.query("select id from kettles")).rows).toEqual([{ id: 1 }]);
});

test("a database of a newer program is refused in one sentence and left alone", async () => {
  write([first, second]);
  await migrateDatabase(own.pool, folder);
  write([first]);
  await expect(migrateDatabase(own.pool, folder)).rejects.toThrow(
    /^This database was last used by a newer version of Paperwright: [^.]*\.$/,
  );
  expect((await own.pool.query("select id from kettles")).rowCount).toBe(1);
});

test("a database with a step that never was ours is refused", async () => {
  write([first]);
  await migrateDatabase(own.pool, folder);
  write([second]);
  await expect(migrateDatabase(own.pool, folder)).rejects.toThrow(/another version of Paperwright/);
});

test("a step that fails leaves nothing behind, and the lock is free again", async () => {
  write([first, { when: 2_000, sql: "select no_such_thing()" }]);
  await expect(migrateDatabase(own.pool, folder)).rejects.toThrow();
  expect((await own.pool.query("select to_regclass('kettles') as place")).rows).toEqual([{ place: null }]);
  write([first, second]);
  await migrateDatabase(own.pool, folder);
  expect((await own.pool.query("select id from kettles")).rowCount).toBe(1);
});

test("a step that waits for a table in use stops nobody who reads it, and is done when the table is free", async () => {
  write([first]);
  await migrateDatabase(own.pool, folder);
  write([first, { when: 2_000, sql: "alter table kettles add column size int" }]);
  const user = await own.pool.connect();
  await user.query("begin; select from kettles");
  const migrated = migrateDatabase(own.pool, folder);
  const waiting = "select 1 from pg_locks where relation = 'kettles'::regclass and not granted";
  await vi.waitFor(async () => expect((await own.pool.query(waiting)).rowCount).toBe(1), { timeout: 60_000 });
  expect((await own.pool.query("select from kettles")).rowCount).toBe(0);
  await user.query("commit");
  user.release();
  await migrated;
  expect((await own.pool.query("select size from kettles")).rowCount).toBe(0);
});
