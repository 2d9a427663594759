import { expect, onTestFinished, test } from "vitest";
import { asDatabase } from "#src/platform/database/open.ts";
import { isFullRun } from "#tests/support/full-run.ts";
import { cookieOf } from "#tests/support/product.ts";
import { eventually, newDataDir } from "../database/fixture.ts";
import { openServer, startReady } from "./fixture.ts";

test.runIf(isFullRun)("a role that owns its database and has no other right runs a whole shop", async () => {
  const { pool, urlOf } = await openServer();
  const none = "nosuperuser nocreatedb nocreaterole noreplication nobypassrls";
  await pool.query(`create role shop login ${none}`);
  await pool.query("create database shop owner shop");
  const env = { DATABASE_URL: urlOf("shop", "shop"), SECRET: "s".repeat(32), DEMO: "on" };
  const app = await startReady({ dataDir: newDataDir(onTestFinished), env });
  const cookie = await cookieOf(app.url, "admin@demo.test");
  const statusOf = async (path: string) => (await fetch(app.url + path, { headers: { cookie } })).status;
  for (const path of ["/admin", "/admin/orders", "/admin/system", "/admin/search?q=essay"])
    expect([path, await statusOf(path)]).toEqual([path, 200]);
  const { rows } = await pool.query("select rolsuper, rolcreatedb from pg_roles where rolname = 'shop'");
  expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false }]);
});

test.runIf(isFullRun)(
  "a server of the operator's that only reads: /readyz says so, writes answer 503 in words, pages are shown",
  async () => {
    const { pool, urlOf } = await openServer();
    const url = urlOf("app", "postgres");
    const env = { DATABASE_URL: url, SECRET: "s".repeat(32), DEMO: "on" };
    const app = await startReady({ dataDir: newDataDir(onTestFinished), env });
    const cookie = await cookieOf(app.url, "client@demo.test");
    const database = async () => (await (await fetch(`${app.url}/readyz`)).json()).checks.database;
    const set = async (message: string) => {
      const db = asDatabase(pool);
      await db.execute(`alter database postgres ${message}`);
      await db.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
      );
    };

    await set("set default_transaction_read_only = on");
    await eventually(async () => (await database()) === "read-only");
    const statusOf = async (path: string) => (await fetch(app.url + path, { headers: { cookie } })).status;
    for (const path of ["/", "/dashboard", "/accountSettings", "/order"])
      expect([path, await statusOf(path)]).toEqual([path, 200]);
    const refused = await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: app.url },
      body: JSON.stringify({ email: "client@demo.test", password: "paper boat in the rain" }),
    });
    expect([refused.status, refused.headers.get("retry-after"), await refused.text()]).toEqual([
      503,
      "60",
      expect.stringContaining("Our records can only be read at the moment"),
    ]);

    await pool.query("set default_transaction_read_only = off");
    await set("reset default_transaction_read_only");
    await eventually(async () => (await database()) === "ok");
    await cookieOf(app.url, "client@demo.test");
  },
);
