import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkFolder, markFolder, markUnchecked } from "./copied-folder.ts";

const shutDown = 1;
const inProduction = 6;

/** A folder that a server of this state left, marked as lying where it lies. */
function folder(state: number): string {
  const base = mkdtempSync(join(tmpdir(), "paperwright-folder-"));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const cluster = join(base, "database");
  mkdirSync(join(cluster, "global"), { recursive: true });
  const control = Buffer.alloc(64);
  control.writeInt32LE(state, 16);
  writeFileSync(join(cluster, "global", "pg_control"), control);
  markFolder(cluster);
  return cluster;
}

const markFile = (cluster: string) => join(cluster, "paperwright-folder.json");

function rewrite(cluster: string, change: object): void {
  const mark = JSON.parse(readFileSync(markFile(cluster), "utf8"));
  writeFileSync(markFile(cluster), JSON.stringify({ ...mark, ...change }));
}

const kindOf = (cluster: string) => checkFolder(cluster).kind;

test("where it was: the same, also after the machine started again with other device numbers", () => {
  const cluster = folder(inProduction);
  expect(kindOf(cluster)).toBe("same");
  const { born } = JSON.parse(readFileSync(markFile(cluster), "utf8"));
  rewrite(cluster, { boot: "an earlier one", ...(born === null ? {} : { device: "1" }) });
  expect(kindOf(cluster)).toBe("same");
});

test("renamed: the same while the machine runs; after another start of the machine it could be a clone", () => {
  const cluster = folder(inProduction);
  renameSync(cluster, `${cluster}-2`);
  expect(kindOf(`${cluster}-2`)).toBe(process.platform === "linux" ? "same" : "copied");
  rewrite(`${cluster}-2`, { boot: "an earlier one" });
  expect(kindOf(`${cluster}-2`)).toBe("copied");
});

/** Not every file system knows when a folder was made. */
const { birthtimeNs, ctimeNs } = statSync("src", { bigint: true });
const birth = birthtimeNs > 0n && birthtimeNs !== ctimeNs ? [{ born: "1" }] : [];

test.each([...birth, { inode: "1" }, { machine: "another", boot: "another" }])(
  "%j instead: a copy when a server ran on it, moved when it was stopped",
  (change: object) => {
    const [ran, stopped] = [folder(inProduction), folder(shutDown)];
    for (const cluster of [ran, stopped]) rewrite(cluster, change);
    expect([kindOf(ran), kindOf(stopped)]).toEqual(["copied", "moved"]);
  },
);

test("a copy says where it came from, and stays one until it is marked, whatever its server says", () => {
  const cluster = folder(inProduction);
  const copy = `${cluster}-copy`;
  cpSync(cluster, copy, { recursive: true });
  expect(checkFolder(copy)).toEqual({ kind: "copied", from: cluster });
  markUnchecked(copy);
  cpSync(join(folder(shutDown), "global"), join(copy, "global"), { recursive: true });
  expect(checkFolder(copy)).toEqual({ kind: "copied", from: cluster });
  markFolder(copy);
  expect(kindOf(copy)).toBe("same");
});

test.each(["", "{"])("without a whole mark (%j) only a stopped folder is taken", (text) => {
  const [ran, stopped] = [folder(inProduction), folder(shutDown)];
  for (const cluster of [ran, stopped]) writeFileSync(markFile(cluster), text);
  expect([kindOf(ran), kindOf(stopped)]).toEqual(["copied", "same"]);
});

test("a pid file, or no control file, is no stopped server", () => {
  const [withPid, torn] = [folder(shutDown), folder(shutDown)];
  writeFileSync(join(withPid, "postmaster.pid"), "1\n");
  rmSync(join(torn, "global", "pg_control"));
  for (const cluster of [withPid, torn]) rewrite(cluster, { inode: "1" });
  expect([kindOf(withPid), kindOf(torn)]).toEqual(["copied", "copied"]);
});
