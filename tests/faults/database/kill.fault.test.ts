import { renameSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { openEmbedded } from "#src/platform/database/embedded/index.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { isFullRun, randomFrom, seed, sized } from "../../support/full-run.ts";

import { acknowledged, audit } from "./audit.ts";
import { type App, eventually, killServer, newDataDir, ready, serverOf, startApp } from "./fixture.ts";

const kills = sized(1, 500);

const times = (app: App, message: string): number => app.reports.filter((line) => line.log === message).length;

/** Milliseconds until rows are acknowledged again, by the server's n-th return. */
const untilWriting = async (app: App, n: number): Promise<number> => {
  const began = performance.now();
  await eventually(() => times(app, "The database server is back.") === n);
  const before = acknowledged(app).length;
  await eventually(() => acknowledged(app).length > before);
  return Math.round(performance.now() - began);
};

test(`kill -9 of the server under four writers, ${kills} times: nothing acknowledged is lost`, async ({
  onTestFinished,
}) => {
  console.log(`SEED=${seed}`);
  const random = randomFrom(seed);
  const dataDir = newDataDir(onTestFinished);
  const app = await ready(startApp(dataDir));
  app.tell("write");
  const recoveries: number[] = [];
  for (let n = 1; n <= kills; n++) {
    const before = acknowledged(app).length;
    const rows = random() * 100;
    await eventually(() => acknowledged(app).length > before + rows);
    await killServer(dataDir);
    recoveries.push(await untilWriting(app, n));
  }
  await app.close();
  const witnessed = acknowledged(app);
  console.log(`${witnessed.length} acknowledged, writing again after ${recoveries.slice(0, 20).join(", ")} ms`);
  expect(witnessed.length).toBeGreaterThan(kills);
  await audit(dataDir, witnessed);
});

test.runIf(isFullRun)(
  "kill -9 of app and server together: the next start has every acknowledged row",
  async ({ onTestFinished }) => {
    const random = randomFrom(seed + 1);
    const dataDir = newDataDir(onTestFinished);
    const witnessed: number[] = [];
    for (let n = 0; n < Math.ceil(kills / 3); n++) {
      const app = await ready(startApp(dataDir, { first: n * 1_000_000 }));
      app.tell("write");
      const rows = random() * 150;
      await eventually(() => acknowledged(app).length > rows);
      await Promise.all([app.kill(), killServer(dataDir)]);
      witnessed.push(...acknowledged(app));
    }
    await audit(dataDir, witnessed);
  },
);

test("kill -9 of one server process: all are started again, the app continues", async ({ onTestFinished }) => {
  const dataDir = newDataDir(onTestFinished);
  const app = await ready(startApp(dataDir));
  app.tell("write");
  await eventually(() => acknowledged(app).length > 10);
  const opened = await openEmbedded({ dataDir, log: quietLog });
  const client = new pg.Client(opened.connection);
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query(
    "select pid from pg_stat_activity where application_name = 'paperwright' limit 1",
  );
  const { pid } = serverOf(dataDir);
  const atKill = acknowledged(app).length;
  process.kill(rows[0].pid, "SIGKILL");
  await app.until((report) => report.log === "The database server is back.");
  await eventually(() => acknowledged(app).length > atKill + 100);
  expect(serverOf(dataDir).pid).toBe(pid);
  await opened.close();
  await app.close();
  await audit(dataDir, acknowledged(app));
});

test.runIf(isFullRun)(
  "a server that cannot start is tried again with growing waits until it can",
  async ({ onTestFinished }) => {
    const dataDir = newDataDir(onTestFinished);
    const app = await ready(startApp(dataDir));
    const control = join(dataDir, "database/global/pg_control");
    renameSync(control, `${control}.away`);
    await killServer(dataDir);
    await eventually(() => times(app, "The database server does not start.") >= 3);
    renameSync(`${control}.away`, control);
    await app.until((report) => report.log === "The database server is back.");
    await app.close();
  },
);
