import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { restoreBackup } from "#src/backup/restore-backup.ts";
import { type Config, readConfig } from "#src/config.ts";
import { isFullRun } from "#tests/support/full-run.ts";
import { cookieOf } from "#tests/support/product.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { atEndOfFile, demoFolder, eventually, hasServer, newDataDir } from "../database/fixture.ts";
import { sendFile } from "../files/senders.ts";
import { backupOf, isRestored, manifestOf, restore } from "./backups.ts";
import { launch, startReady } from "./fixture.ts";
import { runScript, startScript } from "./scripts.ts";

let whole: string;
let source: string;
let fileKey: string;

const atEnd = atEndOfFile();
beforeAll(async () => {
  source = demoFolder(atEnd);
  const app = await startReady({ dataDir: source }, atEnd);
  const cookie = await cookieOf(app.url, "client@demo.test");
  fileKey = (await sendFile({ url: app.url, cookie, bytes: Buffer.from("\0\u0001 some bytes") })).id;
  whole = await backupOf(source, join(dirname(source), "backups"));
  await app.leave();
});

/** A copy of the whole backup, to be spoiled. */
function copy(): string {
  const folder = join(dirname(newDataDir(onTestFinished)), "backup");
  cpSync(whole, folder, { recursive: true });
  return folder;
}

/** Writes another manifest as the product would. */
function rewrite(folder: string, change: object): void {
  const manifest = { ...manifestOf(folder), ...change };
  const sha256 = createHash("sha256").update(JSON.stringify(manifest)).digest("hex");
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ sha256, manifest }));
}

function configOf(dataDir: string): Config {
  const read = readConfig(process.cwd(), { DATA_DIR: dataDir });
  if (!read.ok) throw new Error(read.errors.join());
  return read.config;
}

const orders = (folder: string) => join(folder, "database", "orders.orders.copy");
const storedFileOf = (folder: string) => join(folder, "files", fileKey.slice(34, 36), fileKey);
const torn = /^The backup is torn or was altered: \S+ is not what was written\. Use another backup\.$/;
const newer = /^The backup \S+ was made by a newer version of Paperwright: restore it with that version\.$/;

test.each<[string, (folder: string) => void, RegExp]>([
  ["a table cut short", (folder) => truncateSync(orders(folder), 100), torn],
  ["a table that is missing", (folder) => rmSync(orders(folder)), torn],
  ["a file that is missing", (folder) => rmSync(storedFileOf(folder)), torn],
  ["a file with other bytes", (folder) => writeFileSync(storedFileOf(folder), "\0\u0001 SOME BYTES"), torn],
  ["another secret", (folder) => writeFileSync(join(folder, "secret"), "x".repeat(43)), torn],
  [
    "a changed manifest",
    (folder) => {
      const file = join(folder, "manifest.json");
      writeFileSync(file, readFileSync(file, "utf8").replace(/"rows":\d+/, '"rows":7'));
    },
    torn,
  ],
  ["no manifest", (folder) => rmSync(join(folder, "manifest.json")), /is no whole backup: it has no manifest\.json/],
  ["a newer layout", (folder) => rewrite(folder, { format: 3 }), newer],
  ["a newer database", (folder) => rewrite(folder, { migrations: [1, 9_999_999_999_999] }), newer],
])("%s is refused in one sentence, and nothing is made", async (_what, spoil, message) => {
  const folder = copy();
  spoil(folder);
  const dataDir = newDataDir(onTestFinished);
  await expect(restoreBackup(configOf(dataDir), folder, quietLog)).rejects.toThrow(message);
  expect(existsSync(dataDir)).toBe(false);
});

test.runIf(isFullRun)("the command says the sentence and ends with 1", async () => {
  const folder = copy();
  truncateSync(orders(folder), 100);
  const dataDir = newDataDir(onTestFinished);
  expect(await restore(folder, dataDir)).toEqual({ code: 1, output: expect.stringMatching(torn) });
  expect(existsSync(dataDir)).toBe(false);
});

test.runIf(isFullRun)("what the manifest says and the database refuses is taken away again", async () => {
  const folder = copy();
  const { tables } = manifestOf(folder);
  const half = tables.map((table) => (table.name === "payments.ledger_entries" ? halved(folder, table) : table));
  rewrite(folder, { tables: half });
  const dataDir = newDataDir(onTestFinished);
  mkdirSync(dataDir);
  const { code, output } = await restore(folder, dataDir);
  expect([code, output]).toEqual([1, expect.stringContaining("a ledger transaction does not sum to zero")]);
  expect(readdirSync(dataDir)).toEqual([]);
});

/** The ledger without its last line, which its own hashes call whole. */
function halved<T extends { name: string; rows: number }>(folder: string, table: T): T {
  const file = join(folder, "database", `${table.name}.copy`);
  const text = readFileSync(file, "utf8").trimEnd().split("\n").slice(0, -1).join("\n").concat("\n");
  writeFileSync(file, text);
  return {
    ...table,
    rows: table.rows - 1,
    bytes: text.length,
    sha256: createHash("sha256").update(text).digest("hex"),
  };
}

test("a folder that is not empty is refused and stays as it is", async () => {
  const dataDir = newDataDir(onTestFinished);
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, "letter.txt"), "mine");
  expect(await restore(whole, dataDir)).toEqual({
    code: 1,
    output: `The data folder ${dataDir} is not empty: restore into an empty one (DATA_DIR).`,
  });
  expect(readdirSync(dataDir)).toEqual(["letter.txt"]);
});

/** When it is killed: as soon as something lies in the folder, and when its database runs. */
const moments: [string, (dataDir: string) => boolean][] = [
  ["in its first moment", existsSync],
  ["when its database runs", hasServer],
];

test.runIf(isFullRun).each(moments)(
  "a restore that was killed %s is neither started nor backed up; in an emptied folder it is restored",
  async (_when, isMoment) => {
    const dataDir = newDataDir(onTestFinished);
    const { child, ended } = startScript("restore", ["--from", whole], { DATA_DIR: dataDir });
    await eventually(() => isMoment(dataDir) && existsSync(join(dataDir, "restore-unfinished")));
    child.kill("SIGKILL");
    await ended;
    const message = `A restore into ${dataDir} did not finish: empty the folder, and restore the backup again.`;
    const app = await launch({ dataDir });
    expect(await app.ended).toEqual({ code: 1, signal: null });
    expect(app.output().trim()).toBe(`Paperwright cannot start: ${message}`);
    const backup = await runScript("backup", ["--to", `${dataDir}-backups`], { DATA_DIR: dataDir });
    expect(backup).toEqual({ code: 1, output: message });
    expect(await restore(whole, dataDir)).toEqual({ code: 1, output: message });
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true });
    expect(await restore(whole, dataDir)).toEqual(isRestored);
    expect(readdirSync(dataDir)).not.toContain("restore-unfinished");
  },
);

test.runIf(isFullRun)("another SECRET is refused with the place where the right one lies", async () => {
  const message = `SECRET is not the one of the installation that this backup was made of: set it to what ${join(whole, "secret")} holds.`;
  expect(await restore(whole, newDataDir(onTestFinished), { SECRET: "t".repeat(43) })).toEqual({
    code: 1,
    output: message,
  });
});

test.runIf(isFullRun)(
  "a file whose bytes were lost before is named, exit code 2; its backup is restored all the same",
  async () => {
    const dataDir = newDataDir(onTestFinished);
    cpSync(source, dataDir, { recursive: true });
    const [stored = ""] = readdirSync(join(dataDir, "files"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(fileKey),
    );
    rmSync(join(dataDir, "files", stored));
    const into = join(dirname(dataDir), "backups");
    const { code, output } = await runScript("backup", ["--to", into], { DATA_DIR: dataDir });
    expect([code, output]).toEqual([2, expect.stringContaining(fileKey)]);
    const [made = ""] = readdirSync(into);
    expect(await restore(join(into, made), newDataDir(onTestFinished))).toEqual(isRestored);
  },
);

test("backups are refused without an installation, inside the data folder, and without a place", async () => {
  const nowhere = newDataDir(onTestFinished);
  const backup = (args: string[], dataDir: string) => runScript("backup", args, { DATA_DIR: dataDir });
  expect((await backup(["--to", `${nowhere}/b`], nowhere)).output).toBe(
    `There is no installation in ${nowhere}: check DATA_DIR.`,
  );
  expect((await backup(["--to", join(source, "b")], source)).output).toMatch(
    /lies in the data folder and would be lost/,
  );
  expect((await backup([], source)).output).toBe("Say where the backup shall lie: npm run backup -- --to FOLDER");
});

test.runIf(process.platform === "linux")("a place that takes no folder ends a backup in one sentence", async () => {
  const { code, output } = await runScript("backup", ["--to", "/proc/none"], { DATA_DIR: source });
  expect([code, output.trim()]).toEqual([
    1,
    expect.stringMatching(/^No backup can be made in \/proc\/none: ENOENT[^\n]*\. Choose another folder\.$/),
  ]);
});
