import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isFullRun } from "#tests/support/full-run.ts";
import { demoFolder, eventually, newDataDir } from "../database/fixture.ts";
import { isRestored, restore } from "./backups.ts";
import { startReady } from "./fixture.ts";

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
    await eventually(() => app.said().includes("would be lost with it"));
    expect(wholeIn(backups)).toEqual([]);
    expect((await app.leave()).code).toBe(0);
  },
);
