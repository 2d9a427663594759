import { chmodSync, chownSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openFolders } from "#src/platform/database/embedded/folders.ts";
import { checkReach, type Identity, letPass } from "#src/platform/database/embedded/identity.ts";
import { initialise } from "#src/platform/database/embedded/initialise.ts";
import { findBinaries } from "#src/platform/database/embedded/run.ts";
import { socketFolder } from "#src/platform/database/embedded/socket.ts";
import { isFullRun } from "#tests/support/full-run.ts";
import { cluster, hasServer, newDataDir, ready, serverOf, startApp } from "./fixture.ts";

const root = process.getuid?.() === 0;
const nobody: Identity = { kind: "user", uid: 65534, gid: 65534 };

/** A checkout inside a closed folder (0700, as a fresh clone may lie in one) cannot be served by another user at all. */
const reachable = await findBinaries().then(({ postgres }) => {
  try {
    checkReach(nobody, postgres);
    return true;
  } catch {
    return false;
  }
});

test("in a folder that nobody else may enter the server runs, and its files stay ours", async ({ onTestFinished }) => {
  const dataDir = newDataDir(onTestFinished);
  expect(statSync(dirname(dataDir)).mode & 0o777).toBe(0o700);
  const app = await ready(startApp(dataDir));
  expect(statSync(cluster(dataDir)).uid).toBe(process.getuid?.());
  await app.close();
});

test("a socket folder that somebody prepared for us is not used", ({ onTestFinished }) => {
  const base = dirname(newDataDir(onTestFinished));
  const expected = socketFolder("/some/data", { kind: "self" }, base);
  chmodSync(expected, 0o777);
  const other = socketFolder("/some/data", { kind: "self" }, base);
  expect(other).not.toBe(expected);
  expect(statSync(other).mode & 0o777).toBe(0o700);
});

test("a folder for temporary files that is too deep for a socket is refused in words", ({ onTestFinished }) => {
  const base = join(dirname(newDataDir(onTestFinished)), "x".repeat(90));
  mkdirSync(base);
  expect(() => socketFolder("/some/data", { kind: "self" }, base)).toThrow(/set TMPDIR to a shorter one/);
});

describe.runIf(root && isFullRun)("as root where the kernel refuses user namespaces", () => {
  test.runIf(reachable)("a folder of an ordinary user is served as that user", async ({ onTestFinished }) => {
    const dataDir = newDataDir(onTestFinished);
    chmodSync(dirname(dataDir), 0o755);
    const folders = openFolders(dataDir);
    letPass(nobody, folders.home);
    await initialise(await findBinaries(), folders, nobody, "socket");
    expect(statSync(folders.cluster).uid).toBe(65534);
    const app = await ready(startApp(dataDir));
    expect(statSync(`/proc/${serverOf(dataDir).pid}`).uid).toBe(65534);
    await app.close();
    expect(hasServer(dataDir)).toBe(false);
  });

  test.runIf(reachable)(
    "a closed folder on the way to the data is named in one sentence",
    async ({ onTestFinished }) => {
      const folders = openFolders(newDataDir(onTestFinished));
      const made = initialise(await findBinaries(), folders, nobody, "socket");
      await expect(made).rejects.toThrow(/^The database could not be made in .*Permission denied/);
    },
  );

  test("a program that the other user cannot read is named in one sentence", ({ onTestFinished }) => {
    const closed = dirname(newDataDir(onTestFinished));
    expect(() => checkReach(nobody, join(closed, "postgres"))).toThrow(/start as an ordinary user/);
  });

  test("a folder that belongs to somebody else is left to its owner", async ({ onTestFinished }) => {
    const dataDir = newDataDir(onTestFinished);
    mkdirSync(cluster(dataDir), { recursive: true });
    chownSync(cluster(dataDir), 1234, 1234);
    const app = startApp(dataDir);
    const report = await app.until((line) => line.failed !== undefined);
    expect(report.failed).toMatch(/could not be made|database server did not start|cannot read/);
  });
});
