import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startS3 } from "#fakes/s3.ts";
import { type Config, readConfig } from "#src/config.ts";
import { tryBackupTarget } from "./where.ts";

function configOf(env: Record<string, string>): Config {
  const read = readConfig("/", env);
  if (!read.ok) throw new Error(read.errors.join());
  return read.config;
}

const works = {
  ok: true,
  message: "New ones can be written, not encrypted (BACKUP_KEY is not set). Whole ones there: 0.",
};

test("a folder is tried by writing into it, and nothing of the trial stays", async () => {
  const home = mkdtempSync(join(tmpdir(), "paperwright-target-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const [into, dataDir] = [join(home, "backups"), join(home, "data")];
  mkdirSync(join(into, "paperwright-2026-03-10T03-00-00Z"), { recursive: true }); // without a manifest
  expect(await tryBackupTarget(configOf({ BACKUP_DIR: into, DATA_DIR: dataDir }))).toEqual(works);
  expect(readdirSync(into)).toEqual(["paperwright-2026-03-10T03-00-00Z"]);
  expect(await tryBackupTarget(configOf({ BACKUP_DIR: join(dataDir, "b"), DATA_DIR: dataDir }))).toMatchObject({
    ok: false,
    message: expect.stringContaining("would be lost with it"),
  });
});

test("a bucket is tried too: one that refuses the keys, is away or only reads says so in words", async () => {
  let reads = false;
  const store = await startS3({ fail: (method) => (reads && method === "PUT" ? 500 : undefined) });
  onTestFinished(() => store.close());
  const env = {
    BACKUP_S3_ENDPOINT: store.url,
    BACKUP_S3_BUCKET: store.bucket,
    BACKUP_S3_ACCESS_KEY_ID: store.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: store.secretAccessKey,
    BACKUP_S3_FORCE_PATH_STYLE: "on",
  };
  const answer = async (changed: Record<string, string> = {}) => tryBackupTarget(configOf({ ...env, ...changed }));
  expect(await answer()).toEqual(works);
  expect(store.store.objects.size).toBe(0);
  expect((await answer({ BACKUP_S3_SECRET_ACCESS_KEY: "x" })).message).toMatch(/refuses these keys/);
  expect((await answer({ BACKUP_S3_ENDPOINT: "http://127.0.0.1:9" })).message).toMatch(/cannot be reached/);
  expect((await answer({ BACKUP_S3_BUCKET: "nowhere" })).message).toBe("There is no bucket nowhere.");
  reads = true;
  expect((await answer()).ok).toBe(false);
});
