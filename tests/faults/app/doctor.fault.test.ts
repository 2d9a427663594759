import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { demoFolder, newDataDir } from "../database/fixture.ts";
import { withBooks } from "./books.ts";
import { startReady } from "./fixture.ts";
import { runScript } from "./scripts.ts";

const doctor = (dataDir: string, env: Record<string, string> = {}) =>
  runScript("doctor", [], { DATA_DIR: dataDir, ...env });

/** What an owner does on the pages of the guide before the shop can open. */
const fillIn = (dataDir: string) =>
  withBooks(dataDir, async ({ rows }) => {
    const site = JSON.stringify({ ...siteSetting.default, legalName: "Ada Ltd" });
    await rows(
      "insert into platform.settings (key, value, version, updated_at, updated_by) values ('site', $1, 1, now(), 'test')",
      [site],
    );
    for (const text of ["terms", "privacy", "guarantees", "contact"])
      await rows("insert into admin.setup_marks (key, ok, message, of, at) values ($1, true, '', '', now())", [
        `text:${text}`,
      ]);
  });

test("it prints the guide and ends with 1 while something needed is missing, beside a shop that runs too, and with 0 when not", async () => {
  const dataDir = newDataDir(onTestFinished);
  const app = await startReady({ dataDir, env: { DEMO: "off" } });
  const missing = await doctor(dataDir);
  expect(missing.code).toBe(1);
  expect(missing.output).toMatch(/TO DO +Legal name and texts \(needed to open\)\n +0 of 4 texts read\. No legal name/);
  expect(missing.output).toMatch(/TO DO +E-mail sender\n +SMTP_URL is not set\. Example: smtps:/);
  expect(missing.output).toContain("The shop is closed for orders.");
  expect(missing.output).toMatch(/Needed and not done: Legal name and texts\.$/);
  await app.leave();

  await fillIn(dataDir);
  const backups = join(dataDir, "..", "backups");
  expect((await runScript("backup", ["--to", join(dataDir, "..", "by-hand")], { DATA_DIR: dataDir })).code).toBe(0);
  const there = await doctor(dataDir, { BACKUP_DIR: backups });
  expect(there.output).toMatch(/done +Legal name and texts/);
  expect(there.output).toMatch(/done +First backup\n +Made by hand, [\d.]+\sKB, every file was compared\. /);
  expect(there.output).toMatch(/works +Backups: /);
  expect(there.output).toMatch(/FAILS +Address: This address works only on this machine\./);
  expect(there.output).not.toContain("Needed and not done");
  expect(there.code).toBe(0);
});

test("of a demo it says in one sentence that there is nothing to set up", async () => {
  const { code, output } = await doctor(demoFolder(onTestFinished));
  expect(code).toBe(1);
  expect(output.split("\n")).toHaveLength(1);
});
