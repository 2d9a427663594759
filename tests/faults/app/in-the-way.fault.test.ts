import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { isFullRun, sized } from "#tests/support/full-run.ts";
import { hasServer, newDataDir } from "../database/fixture.ts";
import { mountable, newDisk } from "../database/mountable.ts";
import { launch, startReady } from "./fixture.ts";

/** What a refused start says; it leaves the folder as it was, and no server. */
async function refusal(dataDir: string): Promise<string> {
  const app = await launch({ dataDir });
  expect([await app.ended, app.output()]).toEqual([{ code: 1, signal: null }, expect.any(String)]);
  expect(hasServer(dataDir)).toBe(false);
  return app.output().trim();
}

const file = (path: string) => writeFileSync(path, "somebody's letter");
const folder = (path: string) => mkdirSync(path);
const folderWithFile = (path: string) => {
  mkdirSync(path);
  file(join(path, "letter"));
};

type Found = [string, (path: string) => void];
const often: Found[] = [
  ["database", folderWithFile],
  ["files", file],
];
const seldom: Found[] = [
  ["database", file],
  ["database.lock", file],
  ["database.lock", folder],
  ["database.log", folder],
  ["secret", folder],
  ["look", file],
];

test.each(sized(often, [...often, ...seldom]))(
  "somebody else's %s is named, and nothing is made beside it",
  async (name, put) => {
    const dataDir = newDataDir(onTestFinished);
    mkdirSync(dataDir);
    put(join(dataDir, name));
    expect(await refusal(dataDir)).toMatch(
      /^Paperwright cannot start: \S+ is in the way, because [^.]+ \(DATA_DIR\)\.$/,
    );
    expect(readdirSync(dataDir)).toEqual([name]);
  },
);

test("a file where the data folder should be, or above it", async () => {
  const base = dirname(newDataDir(onTestFinished));
  const letter = join(base, "letter");
  file(letter);
  const message = `Paperwright cannot start: ${letter} is a file where the data folder should be: choose another data folder (DATA_DIR).`;
  expect([await refusal(letter), await refusal(join(letter, "data"))]).toEqual([message, message]);
  expect(readFileSync(letter, "utf8")).toBe("somebody's letter");
});

describe.runIf(mountable)("a disk that cannot be written", () => {
  test.runIf(isFullRun)(
    "is named at a first start and beside a database; when it can be written again, the start continues",
    async () => {
      const disk = newDisk();
      const mount = (options: string) => execFileSync("mount", ["-o", options, "-t", "tmpfs", "none", disk]);
      mount("size=300m,ro");
      onTestFinished(() => {
        execFileSync("umount", ["--lazy", disk]);
        rmSync(disk, { recursive: true });
      });
      const dataDir = join(disk, "data");
      expect(await refusal(dataDir)).toMatch(
        /: The data folder \S+ cannot be made, because \S+ is read-only: [^.]+\.$/,
      );
      mount("remount,rw");
      await (await startReady({ dataDir })).leave();
      mount("remount,ro");
      expect(await refusal(dataDir)).toMatch(/: The data folder \S+ is read-only: [^.]+\.$/);
      mount("remount,rw");
      await (await startReady({ dataDir })).leave();
    },
  );
});
