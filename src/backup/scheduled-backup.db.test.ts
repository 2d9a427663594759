import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { startS3 } from "#fakes/s3.ts";
import { people } from "#src/modules/accounts/tables.ts";
import { upkeepNotices } from "#src/modules/admin/index.server.ts";
import { recentBackups } from "#src/modules/admin/system/backups.ts";
import { claimMs } from "#src/platform/backups/backup-runs.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { backupDrills, backupRuns, clockWatch, mails } from "#src/platform/tables.ts";
import { dayMs, hourMs, minuteMs } from "#src/shared/units.ts";
import { createTestRuntime, ctxFor } from "#tests/support/runtime.ts";
import { format, manifestParts } from "./manifest.ts";
import type { Drilled } from "./run-command.ts";
import { runDueBackup, runDueDrill } from "./scheduled-backup.ts";
import { nameOf } from "./targets/target.ts";
import { bucketTarget } from "./targets/where.ts";

const noon = new Date("2026-03-10T12:00:00Z");
const later = (ms: number) => new Date(noon.getTime() + ms);
const opened = await createTestRuntime({ now: noon });
const { db } = opened;
afterAll(() => opened.drop());
beforeEach(async () => {
  opened.setNow(noon);
  for (const table of [backupRuns, backupDrills, mails, clockWatch]) await db.delete(table);
});

const admin = { id: "00000000-0000-4000-8000-000000000001", email: "admin@shop.example" };
const person = { createdAt: noon, updatedAt: noon, emailVerified: true };
await db.insert(people).values([
  { ...person, ...admin, name: "A", role: 3, capabilities: ["settings"] },
  {
    ...person,
    id: "00000000-0000-4000-8000-000000000002",
    name: "B",
    email: "b@shop.example",
    role: 3,
    capabilities: ["chat"],
  },
]);

/** An installation that makes its backups into a folder of the test's own. */
function withFolder(): { runtime: Runtime; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), "paperwright-backups-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { runtime: { ...opened, config: { ...opened.config, backupDir: folder } }, folder };
}

function manifestText(at: Date, installId = "test") {
  const rest = { migrations: [1], secretMark: "mark", tables: [], sequences: [], files: [], damaged: [] };
  return manifestParts({ format, at: at.toISOString(), mode: "demo", installId, ...rest }, false);
}

/** A folder as the backup command leaves it. */
function leaveBackup(folder: string, at: Date, installId = "test"): string {
  const name = nameOf(at);
  mkdirSync(join(folder, name));
  for (const { part, text } of manifestText(at, installId)) writeFileSync(join(folder, name, part), text);
  return name;
}
const make = async (_home: string, into: string) => {
  await new Promise(setImmediate);
  return {
    name: leaveBackup(into, opened.clock()),
    bytes: 5,
    damaged: 0,
    facts: { orders: 3, files: 2, sealed: false },
  };
};
const fails = () => Promise.reject(new Error("There is no room for the backup."));
const runs = () => db.select().from(backupRuns);
const noticesOf = async (runtime: Runtime) => (await upkeepNotices(ctxFor(runtime))).map(({ key }) => key);

test("of many processes one makes the backup of a time, and none makes it again", async () => {
  const { runtime, folder } = withFolder();
  let made = 0;
  const counted = (home: string, into: string) => {
    made += 1;
    return make(home, into);
  };
  await Promise.all(Array.from({ length: 6 }, () => runDueBackup(runtime, counted)));
  opened.setNow(later(hourMs));
  await runDueBackup(runtime, counted);
  expect([made, readdirSync(folder)]).toEqual([1, [nameOf(noon)]]);
  expect(await runs()).toMatchObject([
    { slot: new Date("2026-03-10T03:00:00Z"), state: "done", name: nameOf(noon), bytes: 5, error: null },
  ]);
  opened.setNow(later(15 * hourMs));
  await runDueBackup(runtime, counted);
  expect(made).toBe(2);
});

test("without a folder, and while the clock is held, none is made", async () => {
  const { runtime } = withFolder();
  const never = () => Promise.reject(new Error("made"));
  await runDueBackup(opened, never);
  await db.insert(clockWatch).values({ id: 1, seenAt: noon, jumpFrom: noon, jumpTo: later(dayMs) });
  await runDueBackup(runtime, never);
  expect(await runs()).toEqual([]);
});

test("a failure is shown, mailed once to admins with settings, and tried again with growing waits", async () => {
  const { runtime } = withFolder();
  await runDueBackup(runtime, fails);
  expect(await runs()).toMatchObject([{ state: "failed", tries: 1, error: "There is no room for the backup." }]);
  expect(await noticesOf(runtime)).toEqual(["backup-failed"]);
  opened.setNow(later(14 * minuteMs));
  await runDueBackup(runtime, fails);
  expect(await runs()).toMatchObject([{ tries: 1 }]);
  opened.setNow(later(15 * minuteMs));
  await runDueBackup(runtime, fails);
  const sent = await db.select().from(mails);
  expect(sent).toMatchObject([{ kind: "system.backup-failed", to: admin.email }]);
  expect(JSON.stringify(sent[0]?.content)).toContain("There is no room for the backup.");
  opened.setNow(later(44 * minuteMs));
  await runDueBackup(runtime, make);
  expect(await runs()).toMatchObject([{ state: "failed", tries: 2 }]);
  opened.setNow(later(45 * minuteMs));
  await runDueBackup(runtime, make);
  expect(await runs()).toMatchObject([{ state: "done", tries: 3, error: null }]);
  expect(await noticesOf(runtime)).toEqual([]);
  opened.setNow(later(3 * dayMs));
  expect(await noticesOf(runtime)).toEqual(["backup-old"]);
});

test("another process takes over from one that died, and not from one that works", async () => {
  const { runtime, folder } = withFolder();
  void runDueBackup(runtime, () => new Promise(() => undefined));
  await expect.poll(runs).toMatchObject([{ state: "running" }]);
  opened.setNow(later(claimMs - 1));
  await runDueBackup(runtime, make);
  expect(readdirSync(folder)).toEqual([]);
  opened.setNow(later(claimMs));
  await runDueBackup(runtime, make);
  expect(await runs()).toMatchObject([{ state: "done", tries: 2 }]);
});

test("old backups go by the plan; those of others, torn ones and drafts stay", async () => {
  const { runtime, folder } = withFolder();
  const nights = Array.from({ length: 60 }, (_, back) => leaveBackup(folder, later(-(back + 1) * dayMs)));
  const foreign = leaveBackup(folder, later(-90 * dayMs - 1000), "another");
  const torn = nameOf(later(-91 * dayMs));
  const draft = `${nameOf(later(-2 * hourMs))}.part`;
  for (const name of [torn, draft, "notes"]) mkdirSync(join(folder, name));
  await runDueBackup(runtime, make);
  const left = readdirSync(folder);
  expect(left).toEqual(expect.arrayContaining([foreign, torn, draft, "notes", nameOf(noon), ...nights.slice(0, 6)]));
  // 7 days with today's, 2 more Sundays of the last four weeks, and the last days of February and January.
  const own = left.filter((name) => nights.includes(name) || name === nameOf(noon));
  expect(own.length).toBeGreaterThan(8);
  expect(own.length).toBeLessThan(14);
  expect(existsSync(join(folder, nights[59] ?? ""))).toBe(false);
});

test("an admin with settings reads the runs, nobody else", async () => {
  const { runtime } = withFolder();
  await runDueBackup(runtime, make);
  const as = (capabilities: ("settings" | "chat")[]) =>
    recentBackups(
      ctxFor(opened, { kind: "person", id: admin.id, role: 3, capabilities } as unknown as Parameters<
        typeof ctxFor
      >[1]),
      {},
    );
  expect(await as(["settings"])).toMatchObject({ ok: true, value: { runs: [{ state: "done" }], drill: null } });
  expect(await as(["chat"])).toMatchObject({ ok: false });
});

describe("the restore drill", () => {
  const drills = () => db.select().from(backupDrills);
  const facts = { orders: 3, files: 2, sealed: true };
  /** A drill with this result; `asked` gets what it was asked to restore. */
  const drillWith =
    (differs: string, asked: string[] = []) =>
    async (_home: string, from: string) => {
      asked.push(from);
      return { name: from, bytes: 7, differs, facts } satisfies Drilled;
    };
  const refuses = () => Promise.reject(new Error("There is no room for the drill in /tmp."));

  test("takes the newest whole backup, once in the whole installation, and again a week later", async () => {
    const { runtime, folder } = withFolder();
    const asked: string[] = [];
    const drill = drillWith("", asked);
    await runDueDrill(runtime, drill);
    expect(asked).toEqual([]);
    for (let day = 0; day <= 7; day += 1) {
      opened.setNow(later(day * dayMs));
      await runDueBackup(runtime, make);
      await Promise.all([runDueDrill(runtime, drill), runDueDrill(runtime, drill)]);
    }
    expect(asked).toEqual([join(folder, nameOf(noon)), join(folder, nameOf(later(7 * dayMs)))]);
    expect(await drills()).toMatchObject([
      { state: "done", name: nameOf(noon), bytes: 7, facts, error: null },
      { state: "done" },
    ]);
    expect(await noticesOf(runtime)).toEqual([]);
  });

  test("one that finds a difference is a notice and an e-mail, and the next backup is tried at once", async () => {
    const { runtime } = withFolder();
    await runDueBackup(runtime, make);
    await runDueDrill(runtime, drillWith("The backup is torn or was altered."));
    await runDueDrill(runtime, drillWith(""));
    expect(await drills()).toMatchObject([{ state: "done", error: "The backup is torn or was altered." }]);
    expect(await noticesOf(runtime)).toEqual(["drill-unequal"]);
    const sent = await db.select().from(mails);
    expect(sent).toMatchObject([{ kind: "system.drill-unequal", to: admin.email }]);
    expect(JSON.stringify(sent[0]?.content)).toContain("torn or was altered");
    opened.setNow(later(dayMs));
    await runDueBackup(runtime, make);
    await runDueDrill(runtime, drillWith(""));
    expect(await noticesOf(runtime)).toEqual([]);
  });

  test("one that cannot be done is tried again, and said once", async () => {
    const { runtime } = withFolder();
    await runDueBackup(runtime, make);
    await runDueDrill(runtime, refuses);
    await runDueDrill(runtime, refuses);
    expect(await noticesOf(runtime)).toEqual(["drill-failed"]);
    opened.setNow(later(15 * minuteMs));
    await runDueDrill(runtime, refuses);
    expect(await drills()).toMatchObject([{ state: "failed", tries: 2 }]);
    expect(await db.select().from(mails)).toMatchObject([{ kind: "system.drill-failed" }]);
    opened.setNow(later(45 * minuteMs));
    await runDueDrill(runtime, drillWith(""));
    expect(await drills()).toMatchObject([{ state: "done", error: null }]);
  });
});

test("in a bucket old backups go by the plan too, and half-written ones stay a day", async () => {
  const store = await startS3();
  onTestFinished(() => store.close());
  const backupS3 = { ...store, endpoint: store.url, region: "us-east-1", forcePathStyle: true, prefix: "shop/" };
  const runtime: Runtime = { ...opened, config: { ...opened.config, backupS3 } };
  const target = bucketTarget(backupS3);
  const leave = async (at: Date, whole = true): Promise<string> => {
    const name = nameOf(at);
    const draft = await target.begin(name);
    await draft.put("database/a.copy", Readable.from([Buffer.from("rows")]));
    if (whole) for (const { part, text } of manifestText(at)) await draft.put(part, Readable.from([Buffer.from(text)]));
    await draft.finish();
    return name;
  };
  const nights = [];
  for (let back = 1; back <= 12; back += 1) nights.push(await leave(later(-back * dayMs)));
  const half = await leave(later(-20 * dayMs), false);
  const old = await leave(later(-21 * dayMs), false);
  for (const [name, object] of store.store.objects)
    if (name.includes(old)) object.at = new Date(Date.now() - 2 * dayMs);
  store.store.objects.set("another/thing", { body: Buffer.from("x"), at: new Date(0) });
  await runDueBackup(runtime, async (_home, to) => {
    expect(to).toBe("s3");
    const name = await leave(opened.clock());
    await target.tidy();
    return { name, bytes: 5, damaged: 0, facts: { orders: 0, files: 0, sealed: false } };
  });
  expect(await runs()).toMatchObject([{ state: "done", name: nameOf(noon), error: null }]);
  const left = await target.names();
  expect(left).toEqual(expect.arrayContaining([nameOf(noon), ...nights.slice(0, 6), half]));
  expect(left).not.toContain(old);
  expect(left.length).toBeLessThan(12);
  expect(store.store.objects.has("another/thing")).toBe(true);
});
