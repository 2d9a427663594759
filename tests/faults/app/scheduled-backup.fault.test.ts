import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isAlive, liveServer } from "#src/platform/database/embedded/pid-file.ts";
import { isFullRun } from "#tests/support/full-run.ts";
import { demoFolder, eventually, newDataDir } from "../database/fixture.ts";
import { backupOf, isRestored, restore } from "./backups.ts";
import { startReady } from "./fixture.ts";
import { runScript, startScript } from "./scripts.ts";

/** Gone, or waiting for init to collect it: it has closed everything. */
function hasEnded(pid: number): boolean {
  try {
    return !isAlive(pid) || /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return !isAlive(pid);
  }
}

const wholeIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => /^paperwright-.*Z$/.test(name));
  } catch {
    return [];
  }
};

test("with BACKUP_DIR a backup is made while the shop runs, can be restored, and the shop still leaves calmly", async () => {
  const dataDir = demoFolder(onTestFinished);
  const backups = join(dirname(dataDir), "by-schedule");
  const app = await startReady({ dataDir, env: { BACKUP_DIR: backups } });
  await eventually(() => wholeIn(backups).length > 0);
  expect((await fetch(`${app.url}/faq`)).status).toBe(200);
  expect((await app.leave()).code).toBe(0);
  expect(wholeIn(backups)).toHaveLength(1);
  const restored = newDataDir(onTestFinished);
  expect(await restore(join(backups, wholeIn(backups)[0] ?? ""), restored)).toEqual(isRestored);
});

test.runIf(isFullRun)(
  "a folder inside of the data folder is refused in one sentence, and nothing is made there",
  async () => {
    const dataDir = demoFolder(onTestFinished);
    const backups = join(dataDir, "backups");
    const app = await startReady({ dataDir, env: { BACKUP_DIR: backups } });
    await eventually(() => app.output().includes("would be lost with it"));
    expect(wholeIn(backups)).toEqual([]);
    expect((await app.leave()).code).toBe(0);
  },
);

test("a drill that is killed leaves nothing that the next one does not remove, and the next one is whole", async () => {
  const dataDir = demoFolder(onTestFinished);
  const backups = join(dirname(dataDir), "for-drills");
  const temporary = newDataDir(onTestFinished);
  mkdirSync(temporary);
  const env = { DATA_DIR: dataDir, BACKUP_DIR: backups, TMPDIR: temporary };
  await backupOf(dataDir, backups);
  const drills = () => readdirSync(temporary).filter((name) => name.startsWith("paperwright-drill-"));
  const serverOf = (name: string) => liveServer(join(temporary, name, "data", "database"));

  const { child, ended } = startScript("drill", [], env);
  // Its database server lives by then: it is the restore itself that is killed.
  await eventually(() => drills().some((name) => serverOf(name) !== undefined));
  child.kill("SIGKILL");
  expect((await ended).code).toBe(null);
  const [left = ""] = drills();
  const server = serverOf(left);
  expect(server && isAlive(server.pid)).toBe(true);

  expect(await runScript("drill", [], env)).toEqual({ code: 0, output: expect.stringContaining("equal") });
  expect(drills()).toEqual([]);
  // Its pid file goes before the process does, and init collects it a moment later.
  await eventually(() => server !== undefined && hasEnded(server.pid));
});
