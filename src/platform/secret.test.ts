import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSecret, readSecret, secretFile } from "./secret.ts";

const newDataDir = (): string => {
  const base = mkdtempSync(join(tmpdir(), "paperwright-secret-"));
  onTestFinished(() => rmSync(base, { recursive: true }));
  return join(base, "data");
};

/** What a first start leaves before the server starts. */
const withDatabase = (dataDir: string): string => {
  mkdirSync(join(dataDir, "database"), { recursive: true });
  writeFileSync(join(dataDir, "database", "PG_VERSION"), "18\n");
  return dataDir;
};

test("it is made once, whole, for its owner alone, and nothing else stays", async () => {
  const dataDir = newDataDir();
  const made = await Promise.all([1, 2, 3].map(() => openSecret(undefined, dataDir)));
  expect(new Set(made)).toEqual(new Set([readFileSync(secretFile(dataDir), "utf8")]));
  expect(made[0]).toMatch(/^[\w-]{43}$/);
  expect(statSync(secretFile(dataDir)).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(readdirSync(dataDir).sort()).toEqual(["database.lock", "secret"]);
  expect(await openSecret(undefined, withDatabase(dataDir))).toBe(made[0]);
});

test("a draft that a killed first start left is not taken for it", async () => {
  const dataDir = newDataDir();
  mkdirSync(dataDir);
  writeFileSync(`${secretFile(dataDir)}.new`, "half", { mode: 0o600 });
  expect(await openSecret(undefined, dataDir)).toMatch(/^[\w-]{43}$/);
});

test("a lost one beside a database is refused, and none is made", async () => {
  const dataDir = withDatabase(newDataDir());
  await expect(openSecret(undefined, dataDir)).rejects.toThrow(/is gone, and its database cannot be used without it/);
  expect(readdirSync(dataDir)).toEqual(["database"]);
  expect(await openSecret("given by the environment, long enough", dataDir)).toContain("given");
});

test.each(["", "short", "x".repeat(42)])("one that was cut (%j) is refused", (left) => {
  const dataDir = newDataDir();
  mkdirSync(dataDir);
  writeFileSync(secretFile(dataDir), left, { mode: 0o600 });
  expect(() => readSecret(dataDir)).toThrow(new RegExp(`has ${left.length} characters instead of 43`));
});

test("one that others may read is refused", () => {
  const dataDir = newDataDir();
  mkdirSync(dataDir);
  writeFileSync(secretFile(dataDir), "x".repeat(43));
  chmodSync(secretFile(dataDir), 0o640);
  expect(() => readSecret(dataDir)).toThrow(/can be read by others/);
});
