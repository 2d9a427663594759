import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { upkeepNotices } from "#src/modules/admin/index.server.ts";
import { askBackup, recentBackups } from "#src/modules/admin/system/backups.ts";
import { claimMs } from "#src/platform/backups/backup-runs.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { audit, backupRuns, clockWatch, mails } from "#src/platform/tables.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { dayMs, hourMs, minuteMs } from "#src/shared/units.ts";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { runDueBackup } from "./scheduled-backup.ts";
import { nameOf } from "./targets/target.ts";

const noon = new Date("2026-03-10T12:00:00Z");
const later = (ms: number) => new Date(noon.getTime() + ms);
const opened = await forThisFile(createTestRuntime({ now: noon }));
const { db } = opened;
const boss = await createPerson(opened, { role: 3 });
beforeEach(async () => {
  opened.setNow(noon);
  for (const table of [backupRuns, mails, clockWatch]) await db.delete(table);
});

/** An installation that makes its backups into a folder of the test's own. */
function withFolder(): { runtime: Runtime; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), "paperwright-backups-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { runtime: { ...opened, config: { ...opened.config, backupDir: folder } }, folder };
}

const make = async (_home: string, into: string) => {
  await new Promise(setImmediate);
  const name = nameOf(opened.clock());
  mkdirSync(join(into, name));
  return { name, bytes: 5, damaged: 0, facts: { orders: 3, files: 2, sealed: false } };
};
const fails = () => Promise.reject(new Error("There is no room for the backup."));
const asking = (runtime: Runtime) => askBackup(ctxFor(runtime, boss), {});
const asked = later(3 * minuteMs);

const states = async () => (await db.select().from(backupRuns).orderBy(backupRuns.slot)).map(({ state }) => state);

test("a backup that an admin asks for is made once, however often it was asked for, and is the newest of the record", async () => {
  const { runtime, folder } = withFolder();
  await runDueBackup(runtime, make);
  opened.setNow(asked);
  const answers = await Promise.all([asking(runtime), asking(runtime), asking(runtime)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const busy = { ok: false, code: "conflict", message: "A backup is already being made." };
  expect(answers.filter(({ ok }) => !ok)).toEqual([busy, busy]);
  let made = 0;
  let shown: unknown;
  const counted: typeof make = async (home, into) => {
    made += 1;
    expect(await asking(runtime), "while it is made").toEqual(busy);
    shown = await recentBackups(ctxFor(runtime, boss), {});
    return make(home, into);
  };
  await Promise.all(Array.from({ length: 4 }, () => runDueBackup(runtime, counted)));
  expect([made, readdirSync(folder).sort()]).toEqual([1, [nameOf(noon), nameOf(asked)]]);
  expect(await db.select().from(audit)).toMatchObject([{ action: "system.backup-asked", actor: boss.id }]);
  expect(shown).toMatchObject({ value: { runs: [{ state: "running", byHand: true }, { state: "done" }] } });
  const [newest] = await db.select().from(backupRuns).where(eq(backupRuns.slot, asked));
  expect(newest).toMatchObject({ state: "done", byHand: true, name: nameOf(asked), progress: null });
  opened.setNow(later(4 * minuteMs));
  expect(await asking(runtime), "the next one").toEqual(done(null));
});

test("a backup that an admin asks for fails in words, with no second try and no e-mail", async () => {
  const { runtime } = withFolder();
  await runDueBackup(runtime, make);
  opened.setNow(asked);
  await asking(runtime);
  await runDueBackup(runtime, fails);
  opened.setNow(later(2 * hourMs));
  await runDueBackup(runtime, () => Promise.reject(new Error("made again")));
  const [newest] = await db.select().from(backupRuns).where(eq(backupRuns.slot, asked));
  expect(newest).toMatchObject({ state: "failed", until: null, error: "There is no room for the backup." });
  expect(await db.select().from(mails)).toEqual([]);
  const [notice] = await upkeepNotices(ctxFor(runtime));
  expect(notice).toMatchObject({ key: "backup-failed", text: expect.stringMatching(/^An admin asked for it\./) });
});

test("a backup that an admin asks for is taken over from a process that died", async () => {
  const { runtime } = withFolder();
  await runDueBackup(runtime, make);
  opened.setNow(asked);
  await asking(runtime);
  void runDueBackup(runtime, () => new Promise(() => undefined));
  await expect.poll(states).toEqual(["done", "running"]);
  opened.setNow(new Date(asked.getTime() + claimMs));
  await runDueBackup(runtime, make);
  expect(await states()).toEqual(["done", "done"]);
});

test("a backup that an admin asks for is made while the time is not confirmed, and nothing is removed then", async () => {
  const { runtime, folder } = withFolder();
  mkdirSync(join(folder, nameOf(later(-3 * hourMs))));
  await asking(runtime);
  await db.insert(clockWatch).values({ id: 1, seenAt: noon, jumpFrom: noon, jumpTo: later(dayMs) });
  await runDueBackup(runtime, make);
  expect(readdirSync(folder)).toHaveLength(2);
});

test("a backup that an admin asks for is refused without a place, and to viewers who may not change settings", async () => {
  expect(await asking(opened)).toMatchObject({ ok: false, code: "unavailable" });
  const { runtime } = withFolder();
  for (const viewer of [undefined, { ...boss, capabilities: ["chat" as const] }])
    expect(await askBackup(ctxFor(runtime, viewer), {})).toEqual(notFound());
  expect(await states()).toEqual([]);
});
