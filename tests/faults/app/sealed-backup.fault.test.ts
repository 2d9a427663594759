import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { type FakeS3, startS3 } from "#fakes/s3.ts";
import { restoreBackup } from "#src/backup/restore-backup.ts";
import { newBackupKey } from "#src/backup/seal.ts";
import { type Config, readConfig } from "#src/config.ts";
import { liveServer } from "#src/platform/database/embedded/pid-file.ts";
import { isFullRun } from "#tests/support/full-run.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { atEndOfFile, demoFolder, eventually, newDataDir } from "../database/fixture.ts";
import { backupOf, isRestored, restore } from "./backups.ts";
import { runScript, startScript } from "./scripts.ts";

const [key, other] = [await newBackupKey(), await newBackupKey()];
let asks = 0;
let failFrom = Number.POSITIVE_INFINITY;
let bucket: FakeS3;
let source: string;
let made: string;
let env: Record<string, string>;

const atEnd = atEndOfFile();
beforeAll(async () => {
  bucket = await startS3({
    fail: (method) => {
      if (method === "PUT") asks += 1;
      return asks > failFrom ? 503 : undefined;
    },
  });
  atEnd(() => bucket.close());
  env = {
    BACKUP_KEY: key,
    BACKUP_S3_ENDPOINT: bucket.url,
    BACKUP_S3_BUCKET: bucket.bucket,
    BACKUP_S3_ACCESS_KEY_ID: bucket.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    BACKUP_S3_PREFIX: "shop",
  };
  source = demoFolder(atEnd);
  const { code, output } = await runScript("backup", ["--to", "s3"], { DATA_DIR: source, ...env });
  expect([code, output]).toEqual([0, expect.stringContaining("Encrypted with BACKUP_KEY")]);
  made = /Backup made: (s3:.+)/.exec(output)?.[1] ?? "";
});

function configOf(dataDir: string, changed: Record<string, string>): Config {
  const read = readConfig(process.cwd(), { DATA_DIR: dataDir, ...env, ...changed });
  if (!read.ok) throw new Error(read.errors.join());
  return read.config;
}

const objectOf = (part: string) => `shop/${made.slice(3)}/${part}`;
const bytesOf = (part: string): Buffer => bucket.store.objects.get(objectOf(part))?.body ?? Buffer.alloc(0);
const drillsLeft = () => readdirSync(tmpdir()).filter((name) => name.startsWith("paperwright-drill-"));

/** Puts other bytes in a part's place until the test ends. */
function spoil(part: string, change: (bytes: Buffer) => Buffer): void {
  const before = bytesOf(part);
  const put = (body: Buffer) => bucket.store.objects.set(objectOf(part), { body, at: new Date() });
  put(change(before));
  onTestFinished(() => void put(before));
}

test("every part in the bucket is encrypted; beside it lies what recognises the backup, and nothing else", () => {
  const parts = [...bucket.store.objects].filter(([name]) => name !== objectOf("manifest.json"));
  expect(parts.length).toBeGreaterThan(50);
  const clear = parts.filter(([name, { body }]) => !name.endsWith(".age") || !body.toString().startsWith("age-encryp"));
  expect(clear).toEqual([]);
  const { manifest } = JSON.parse(bytesOf("manifest.json").toString());
  expect(Object.keys(manifest).sort()).toEqual(["at", "format", "installId"]);
});

test("it is restored with its key, and with that key behind a newer one", async () => {
  expect(await restore(made, newDataDir(onTestFinished), { ...env, BACKUP_KEY: `${other},${key}` })).toEqual(
    isRestored,
  );
});

test.runIf(isFullRun).each<[string, Record<string, string>, RegExp]>([
  ["without a key", { BACKUP_KEY: "" }, /^The backup s3:\S+ is encrypted: set BACKUP_KEY/],
  ["with another key", { BACKUP_KEY: other }, /^BACKUP_KEY is not the key that this backup was made with/],
  ["with a wrong secret of the bucket", { BACKUP_S3_SECRET_ACCESS_KEY: "x" }, /^The bucket \S+ refuses these keys/],
  ["from a bucket that is away", { BACKUP_S3_ENDPOINT: "http://127.0.0.1:9" }, /^The bucket \S+ cannot be reached/],
  [
    "from a bucket that is not there",
    { BACKUP_S3_BUCKET: "nowhere" },
    /^There is no bucket nowhere|is no whole backup/,
  ],
])("%s it is refused in one sentence, and nothing is made", async (_, changed, message) => {
  const dataDir = newDataDir(onTestFinished);
  await expect(restoreBackup(configOf(dataDir, changed), made, quietLog)).rejects.toThrow(message);
  expect(existsSync(dataDir)).toBe(false);
});

test.runIf(isFullRun)("a part that is cut short is named by the restore, which makes nothing", async () => {
  spoil("database/orders.orders.copy.age", (bytes) => bytes.subarray(0, bytes.length - 20));
  const dataDir = newDataDir(onTestFinished);
  const { code, output } = await restore(made, dataDir, env);
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^\S.*orders\.orders\.copy\.age is not what was written.*$/),
  ]);
  expect(existsSync(dataDir)).toBe(false);
});

test.runIf(isFullRun)("the drill: equal, and not equal when a part was changed; nothing of it stays", async () => {
  const drill = () => runScript("drill", [], { DATA_DIR: source, ...env });
  expect(await drill()).toEqual({ code: 0, output: expect.stringMatching(/^Restored and equal: s3:/) });
  expect(drillsLeft()).toEqual([]);
  spoil("database/orders.orders.copy.age", (bytes) => {
    const changed = Buffer.from(bytes);
    changed[changed.length - 5] = (changed[changed.length - 5] ?? 0) ^ 1;
    return changed;
  });
  const { code, output } = await drill();
  expect([code, output]).toEqual([2, expect.stringMatching(/^Not equal: s3:\S+\n.*orders\.orders\.copy\.age/)]);
  expect(drillsLeft()).toEqual([]);
});

test.runIf(isFullRun)(
  "a drill that is ended by a signal takes its database server and its folder with it",
  async () => {
    const { child, ended } = startScript("drill", [], { DATA_DIR: source, ...env });
    const cluster = () => join(tmpdir(), drillsLeft()[0] ?? "none", "data", "database");
    let socketFolder = "";
    // Once: the file of a server that is still starting is replaced, and reads as none in between.
    await eventually(() => {
      socketFolder = liveServer(cluster())?.socketFolder ?? "";
      return socketFolder !== "";
    });
    child.kill("SIGTERM");
    expect((await ended).code).toBe(1);
    expect([drillsLeft(), existsSync(socketFolder)]).toEqual([[], false]);
  },
);

test.runIf(isFullRun)("a bucket that stops to answer in the middle: one sentence, and no whole backup", async () => {
  const before = [...bucket.store.objects.keys()].filter((name) => name.endsWith("manifest.json"));
  failFrom = asks + 20;
  onTestFinished(() => {
    failFrom = Number.POSITIVE_INFINITY;
  });
  const { code, output } = await runScript("backup", ["--to", "s3"], { DATA_DIR: source, ...env });
  expect([code, output]).toEqual([1, expect.stringMatching(/^The bucket \S+ cannot be reached/)]);
  expect([...bucket.store.objects.keys()].filter((name) => name.endsWith("manifest.json"))).toEqual(before);
});

test.runIf(isFullRun)("in a folder too: encrypted, restored, and read by the key alone", async () => {
  const into = join(dirname(newDataDir(onTestFinished)), "backups");
  const folder = await backupOf(source, into, { BACKUP_KEY: key });
  expect(existsSync(join(folder, "secret"))).toBe(false);
  const secret = readFileSync(join(source, "secret"));
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((one) => one.endsWith(".age")))
    expect(readFileSync(join(folder, name)).includes(secret)).toBe(false);
  expect(await restore(folder, newDataDir(onTestFinished), { BACKUP_KEY: key })).toEqual(isRestored);
  writeFileSync(join(folder, "secret.age"), readFileSync(join(folder, "manifest.age")));
  const { output } = await restore(folder, newDataDir(onTestFinished), { BACKUP_KEY: key });
  expect(output).toMatch(/secret\.age is not what was written/);
});
