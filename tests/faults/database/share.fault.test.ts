import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { openEmbedded } from "#src/platform/database/embedded/index.ts";
import { findBinaries, stopServer } from "#src/platform/database/embedded/run.ts";
import { isFullRun } from "#tests/support/full-run.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { cluster, eventually, hasServer, killServer, newDataDir, ready, serverOf, startApp } from "./fixture.ts";

test("first start makes the folder, a later start takes it as it is, leaving stops the server", async ({
  onTestFinished,
}) => {
  const dataDir = newDataDir(onTestFinished);
  for (const start of ["first", "second"]) {
    const app = await ready(startApp(dataDir));
    expect(app.joined(), start).toBe(false);
    await app.close();
    expect(hasServer(dataDir), start).toBe(false);
  }
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(readdirSync(dataDir).sort()).toEqual(["database", "database.lock", "database.log"]);
});

test("letters beyond ASCII fold, page checksums and durable settings are on, the server listens nowhere", async ({
  onTestFinished,
}) => {
  const opened = await openEmbedded({ dataDir: newDataDir(onTestFinished), log: quietLog });
  const client = new pg.Client(opened.connection);
  await client.connect();
  const folded = await client.query("select lower('ÉCOLE') as lower, 'Ärger' ilike 'ä%' as found");
  const names = ["data_checksums", "fsync", "full_page_writes", "listen_addresses", "synchronous_commit"];
  const settings = await client.query("select setting from pg_settings where name = any($1) order by name", [names]);
  expect(folded.rows).toEqual([{ lower: "école", found: true }]);
  expect(settings.rows.map((row) => row.setting)).toEqual(["on", "on", "on", "", "on"]);
  await client.end();
  await opened.close();
});

test("no text of a failing statement reaches the server's log", async ({ onTestFinished }) => {
  const dataDir = newDataDir(onTestFinished);
  const opened = await openEmbedded({ dataDir, log: quietLog });
  const client = new pg.Client(opened.connection);
  await client.connect();
  await client.query("create table people (email text primary key); insert into people values ('marker@example.test')");
  await expect(client.query("insert into people values ('marker@example.test')")).rejects.toThrow();
  await expect(client.query("select 'marker'::int")).rejects.toThrow();
  await expect(client.query("do $$ begin raise warning 'marker'; end $$")).resolves.toBeDefined();
  await client.end();
  await opened.close();
  expect(readFileSync(join(dataDir, "database.log"), "utf8")).toContain("ready to accept connections");
  expect(readFileSync(join(dataDir, "database.log"), "utf8")).not.toContain("marker");
});

test("a second app joins; whoever started the server, the last to leave stops it", async ({ onTestFinished }) => {
  const dataDir = newDataDir(onTestFinished);
  const starter = await ready(startApp(dataDir));
  const joiner = await ready(startApp(dataDir));
  const { pid } = serverOf(dataDir);
  expect([starter.joined(), joiner.joined()]).toEqual([false, true]);
  await starter.close();
  expect(serverOf(dataDir).pid).toBe(pid);
  await joiner.close();
  expect(hasServer(dataDir)).toBe(false);
});

test.runIf(isFullRun)(
  "two apps with different folders for temporary files share one server",
  async ({ onTestFinished }) => {
    const dataDir = newDataDir(onTestFinished);
    const elsewhere = mkdtempSync(join(tmpdir(), "pw-"));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    const one = await ready(startApp(dataDir));
    const two = await ready(startApp(dataDir, { env: { TMPDIR: elsewhere } }));
    expect(two.joined()).toBe(true);
    await killServer(dataDir);
    const back = [one, two].map((app) => app.until((report) => report.log === "The database server is back."));
    await Promise.all(back);
    await one.close();
    await two.close();
    expect(hasServer(dataDir)).toBe(false);
  },
);

test.runIf(isFullRun)("kill -9 of the app leaves its server, the next start joins it", async ({ onTestFinished }) => {
  const dataDir = newDataDir(onTestFinished);
  const killed = await ready(startApp(dataDir));
  const { pid } = serverOf(dataDir);
  await killed.kill();
  const next = await ready(startApp(dataDir));
  expect(next.joined()).toBe(true);
  expect(serverOf(dataDir).pid).toBe(pid);
  await next.close();
  expect(hasServer(dataDir)).toBe(false);
});

test.runIf(isFullRun)(
  "four apps that start in the same instant on a new folder share one server",
  async ({ onTestFinished }) => {
    const dataDir = newDataDir(onTestFinished);
    const apps = await Promise.all([1, 2, 3, 4].map(() => ready(startApp(dataDir))));
    const since = new Set(apps.map((app) => app.reports.find((line) => line.ready)?.since));
    expect(apps.map((app) => app.joined()).sort()).toEqual([false, true, true, true]);
    expect(since.size).toBe(1);
    await Promise.all(apps.map((app) => app.close()));
    expect(hasServer(dataDir)).toBe(false);
  },
);

test.runIf(isFullRun)(
  "a folder so deep that no socket fits into it works, and leaves no socket folder",
  async ({ onTestFinished }) => {
    const dataDir = newDataDir(onTestFinished, ...Array.from({ length: 12 }, () => "a-folder-in-a-folder"));
    expect(Buffer.byteLength(join(cluster(dataDir), ".s.PGSQL.5432"))).toBeGreaterThan(107);
    const app = await ready(startApp(dataDir));
    const { socketFolder } = serverOf(dataDir);
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
    await app.close();
    expect(existsSync(socketFolder)).toBe(false);
  },
);

test.runIf(isFullRun)(
  "a folder that was left half made by a killed first start is made anew",
  async ({ onTestFinished }) => {
    const dataDir = newDataDir(onTestFinished);
    mkdirSync(`${cluster(dataDir)}.new`, { recursive: true });
    writeFileSync(join(`${cluster(dataDir)}.new`, "PG_VERSION"), "18\n");
    const app = await ready(startApp(dataDir));
    expect(existsSync(`${cluster(dataDir)}.new`)).toBe(false);
    await app.close();
  },
);

test.runIf(isFullRun)(
  "a pid file whose number now belongs to another program does not keep the server from starting",
  async ({ onTestFinished }) => {
    const dataDir = newDataDir(onTestFinished);
    const killed = await ready(startApp(dataDir));
    const file = join(cluster(dataDir), "postmaster.pid");
    const lines = readFileSync(file, "utf8").split("\n");
    await killed.kill();
    await killServer(dataDir);
    const stranger = spawn("sleep", ["300"], { stdio: "ignore" });
    onTestFinished(() => void stranger.kill("SIGKILL"));
    writeFileSync(file, [String(stranger.pid), ...lines.slice(1)].join("\n"));
    const app = await ready(startApp(dataDir));
    expect(app.joined()).toBe(false);
    await app.close();
    expect(stranger.exitCode).toBe(null);
    expect(stranger.signalCode).toBe(null);
  },
);

test.runIf(isFullRun)(
  "a server that somebody else started on the folder is joined and never stopped",
  async ({ onTestFinished }) => {
    const dataDir = newDataDir(onTestFinished);
    const first = await openEmbedded({ dataDir, log: quietLog, flags: ["cluster_name=somebody_else"] });
    const second = await ready(startApp(dataDir));
    expect(second.joined()).toBe(true);
    await second.close();
    await first.close();
    const { socketFolder } = serverOf(dataDir);
    onTestFinished(() => rmSync(socketFolder, { recursive: true }));
    await stopServer(cluster(dataDir), await findBinaries());
    await eventually(() => !hasServer(dataDir));
  },
);

test.runIf(isFullRun)(
  "over TCP with a password (as on Windows) it starts, is joined, and lets nobody in without it",
  async ({ onTestFinished }) => {
    const dataDir = newDataDir(onTestFinished);
    const one = await openEmbedded({ dataDir, log: quietLog, transport: "tcp" });
    const two = await openEmbedded({ dataDir, log: quietLog, transport: "tcp" });
    const stranger = new pg.Client({ ...one.connection, password: "guess" });
    await expect(stranger.connect()).rejects.toThrow(/password/);
    expect(two.joined).toBe(true);
    expect(two.connection).toEqual(one.connection);
    expect(statSync(join(dataDir, "database.password")).mode & 0o777).toBe(0o600);
    await one.close();
    await two.close();
    expect(hasServer(dataDir)).toBe(false);
  },
);
