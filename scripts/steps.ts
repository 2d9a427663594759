// Runs named steps, prints each one's tests, time and cost, and ends with what failed and a plain count.
import { spawn } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { childSecondsIn, openMeter } from "./step-cost.ts";

// What a step printed: how many tests it ran, its slowest files, and what failed.

/** Where each tool begins to say what failed: Vitest, Playwright, the benchmarks. All of them say it last. */
const beginnings = [/^⎯+ (Failed|Unhandled)/, /^ {2}1\) /, /^what failed:$/];
const most = 120;

/** What a step printed about its failures, at most 120 lines; of a tool without such a part, its last lines. */
export function whatFailed(printed: string, log: string): string {
  const lines = printed.split("\n");
  const at = lines.findIndex((line) => beginnings.some((beginning) => beginning.test(line)));
  const failures = at < 0 ? lines.slice(-most / 3) : lines.slice(at);
  if (failures.length <= most) return failures.join("\n");
  return [...failures.slice(0, most), `(${failures.length - most} more lines in ${log})`].join("\n");
}

/** The number of tests that passed or failed, by the closing lines of Vitest or Playwright; 0 for other tools. */
export function testsIn(printed: string): number {
  const closing = printed.split("\n").filter((line) => /^\s*(Tests )?\s*\d+ (passed|failed)/.test(line));
  return closing
    .flatMap((line) => [...line.matchAll(/(\d+) (?:passed|failed)/g)])
    .reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Vitest's line of a file and Playwright's line of a test. */
const timed = [
  /(?<file>\S+\.test\.tsx?) \(.*\) *(?<time>\d+) ?ms$/,
  /(?<file>\S+\.journey\.ts):\d+:\d+ › .* \((?<time>[\d.]+)(?<unit>ms|s|m)\)$/,
];
const inSeconds = { ms: 0.001, s: 1, m: 60 } as const;

/** The slowest ten files of a step with their seconds, slowest first. */
export function slowestFiles(printed: string): [file: string, seconds: number][] {
  const spent = new Map<string, number>();
  for (const line of printed.split("\n"))
    for (const { groups } of timed.map((one) => one.exec(line.trimEnd())).filter((match) => match !== null)) {
      const { file = "", time = "0", unit = "ms" } = groups ?? {};
      const seconds = Number(time) * inSeconds[unit as keyof typeof inSeconds];
      spent.set(file, (spent.get(file) ?? 0) + seconds);
    }
  return [...spent].sort(([, a], [, b]) => b - a).slice(0, 10);
}

export type Step = {
  name: string;
  command: string[];
  env?: Record<string, string>;
  /** Others read what it makes in the folder: it runs again when a run is taken up. */
  makes?: true;
  /** What it may cost, as a multiple of the fixed calculation (step-cost.ts), see `tooCostly`. Without it: anything. */
  cost?: number;
};
export type Result = {
  name: string;
  ok: boolean;
  /** On the clock. */
  seconds: number;
  /** Of the processor. */
  processorSeconds: number;
  multiple: number;
  tests: number;
  cost?: number;
};

const width = 24;
/** How long the output of a step that has ended is still read. */
const leftOpenMs = 3_000;
const tolerated = 1.5;

/**
 * Groups run one after another, the steps of a group side by side; a failure does not stop the rest, so that one run
 * shows everything. `finished` are results of an earlier run that are not repeated; `keep` receives each new one.
 * @returns false when a step failed or is too costly. Time on the clock fails nothing.
 */
export async function runAll(
  groups: Step[][],
  finished: readonly Result[] = [],
  keep: (result: Result) => void = () => undefined,
): Promise<boolean> {
  const results: Result[] = [];
  const run = async (step: Step, quiet: boolean): Promise<Result> => {
    const known = step.makes ? undefined : finished.find((result) => result.name === step.name && result.ok);
    if (known) return known;
    const result = await runOne(step, quiet);
    keep(result);
    return result;
  };
  for (const group of groups) results.push(...(await Promise.all(group.map((step) => run(step, group.length > 1)))));
  const costly = tooCostly(results);
  printTable(results, costly);
  const failed = results.filter((r) => !r.ok);
  for (const { name } of failed) console.log(`\n=== what failed: ${name}\n${whatFailed(logText(name), logOf(name))}`);
  for (const { name, multiple, cost } of costly)
    console.log(`\n=== too costly: ${name} cost ${multiple.toFixed(0)}, its figure is ${cost}: see "slowest" above`);
  const bad = new Set([...failed, ...costly].map(({ name }) => name));
  console.log(`\n${results.length - bad.size} passed, ${bad.size} failed${bad.size ? `: ${[...bad].join("; ")}` : ""}`);
  return bad.size === 0;
}

/**
 * Which suites cost more than half above their figure, and above what the suites of this run cost beside theirs:
 * where memory is slow all of them cost half as much again, which says nothing of the product. One or two are judged alone.
 */
export function tooCostly(results: readonly Result[]): Result[] {
  const judged = results.flatMap((result) => (result.cost ? [{ result, ratio: result.multiple / result.cost }] : []));
  const ratios = judged.map(({ ratio }) => ratio).sort((a, b) => a - b);
  const usual = ratios.length < 3 ? 1 : Math.max(1, ratios[Math.floor((ratios.length - 1) / 2)] ?? 1);
  return judged.filter(({ ratio }) => ratio > usual * tolerated).map(({ result }) => result);
}

function printTable(results: readonly Result[], costly: readonly Result[]): void {
  for (const { name, tests } of results.filter(({ tests }) => tests > 0)) {
    const files = slowestFiles(logText(name)).map(
      ([file, seconds]) => `    ${seconds.toFixed(1).padStart(6)}  ${file}`,
    );
    console.log(`\n  slowest of ${tests} tests, ${name}:\n${files.join("\n")}`);
  }
  console.log(`\n       ${"step".padEnd(width)} tests  seconds  processor  cost  figure`);
  for (const r of results) {
    const numbers = [
      String(r.tests || "").padStart(6),
      r.seconds.toFixed(1).padStart(9),
      r.processorSeconds.toFixed(1).padStart(11),
      r.multiple.toFixed(0).padStart(6),
      String(r.cost ?? "").padStart(8),
    ];
    console.log(
      `  ${r.ok ? "ok  " : "FAIL"} ${r.name.padEnd(width)}${numbers.join("")}${costly.includes(r) ? "  too costly" : ""}`,
    );
  }
  const sum = (of: (result: Result) => number): string => results.reduce((all, r) => all + of(r), 0).toFixed(0);
  console.log(`  in all: ${sum((r) => r.tests)} tests, ${sum((r) => r.processorSeconds)} seconds of processor`);
}

/** The shell says what the processes that the step started and waited for have used (POSIX `times`). */
const timedBy = (command: readonly string[]): string[] =>
  process.platform === "win32" ? [...command] : ["sh", "-c", '"$@"; code=$?; times >&2; exit $code', "sh", ...command];

/** Steps side by side keep their output until they end; a step alone writes at once. Nobody writes colours. */
function runOne(step: Step, quiet: boolean): Promise<Result> {
  const started = performance.now();
  const [program = "", ...args] = timedBy(step.command);
  mkdirSync(".cache/logs", { recursive: true });
  const log = createWriteStream(logOf(step.name));
  if (!quiet) console.log(`\n=== ${step.name}`);
  const endMeter = openMeter();
  return new Promise((done) => {
    const child = spawn(program, args, {
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: "1", ...step.env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    const write = (chunk: Buffer) => {
      log.write(chunk);
      if (!quiet) process.stdout.write(chunk);
    };
    child.stdout.on("data", write);
    child.stderr.on("data", write);
    // A step that crashed may leave processes of its own, which hold its output open.
    child.on("exit", () =>
      setTimeout(() => [child.stdout, child.stderr].map((output) => output.destroy()), leftOpenMs),
    );
    child.on("error", (error) => write(Buffer.from(`${error.message}\n`)));
    child.on("close", (code) => {
      const seconds = (performance.now() - started) / 1000;
      // The log is read again for its figures: only once all of it is written.
      log.end(() => {
        const printed = logText(step.name);
        const { seconds: processorSeconds, multiple } = endMeter(childSecondsIn(printed));
        if (quiet) console.log(`\n=== ${step.name}\n${lastLines(printed, 5)}`);
        const figures = { seconds, processorSeconds, multiple, tests: testsIn(printed), cost: step.cost };
        done({ name: step.name, ok: code === 0, ...figures });
      });
    });
  });
}

/** Ends this process once all that it printed has left it: what is still on its way to a pipe would be cut off. */
export const endWhenWritten = (ok: boolean): void => void process.stdout.write("", () => process.exit(ok ? 0 : 1));

const logOf = (step: string): string => `.cache/logs/${step.replaceAll(" ", "-").replaceAll(",", "")}.txt`;
/** What a step printed; nothing for one whose result was kept by a run in another folder. */
const logText = (step: string): string =>
  existsSync(logOf(step)) ? stripVTControlCharacters(readFileSync(logOf(step), "utf8")).trimEnd() : "";
const lastLines = (text: string, count: number): string => text.split("\n").slice(-count).join("\n");
