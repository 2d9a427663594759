import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { databaseRefusal } from "./errors.ts";
import { asDatabase, openPool } from "./open.ts";
import { openWriteProbe } from "./server.ts";

const own = await createTestDatabase(1);
afterAll(() => own.drop());

test("a server that accepts writes is distinguished from a read-only one, and nothing is left behind", async () => {
  const writes = openWriteProbe(own.db);
  expect([await writes(), await writes()]).toEqual(["ok", "ok"]);
  expect((await own.pool.query("select relname from pg_class where relname = 'write_probe'")).rows).toEqual([]);
  const pool = openPool({ ...own.connection, options: "-c default_transaction_read_only=on" }, quietLog, 1);
  expect(await openWriteProbe(asDatabase(pool))()).toBe("read-only");
  const refused = await pool.query("create table public.none ()").catch((error: unknown) => error);
  expect(databaseRefusal(refused)).toMatchObject({ code: "unavailable", retryAfter: 60 });
  await pool.end();
});

test("a server that is away is asked again at once", async () => {
  const pool = openPool({ host: "127.0.0.1", port: 9 }, quietLog, 1);
  const writes = openWriteProbe(asDatabase(pool));
  await expect(writes()).rejects.toThrow();
  await expect(writes()).rejects.toThrow();
  await pool.end();
});
