// Runs named steps, prints each one's time against its budget, and ends with what failed and a plain count.
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

export type Step = { name: string; command: string[]; budgetSeconds: number; env?: Record<string, string> };
export type Result = { name: string; ok: boolean; seconds: number; budgetSeconds: number };

const width = 24;
/** How long the output of a step that has ended is heard on. */
const leftOpenMs = 3_000;

/**
 * Groups run one after another, the steps of a group side by side; a failure does not stop the rest, so that one run
 * shows everything. `finished` are results of an earlier run that need not be had again; `keep` hears each new one.
 * @returns false when a step failed. A budget only prints "over budget": a slow machine fails nothing.
 */
export async function runAll(
  groups: Step[][],
  finished: readonly Result[] = [],
  keep: (result: Result) => void = () => undefined,
): Promise<boolean> {
  const results: Result[] = [];
  const run = async (step: Step, quiet: boolean): Promise<Result> => {
    const known = finished.find((result) => result.name === step.name && result.ok);
    const result = known ?? (await runOne(step, quiet));
    keep(result);
    return result;
  };
  for (const group of groups) results.push(...(await Promise.all(group.map((step) => run(step, group.length > 1)))));
  console.log("\n  step                       seconds   budget");
  for (const r of results)
    console.log(
      `  ${r.ok ? "ok  " : "FAIL"} ${r.name.padEnd(width)}${r.seconds.toFixed(1).padStart(6)}${String(r.budgetSeconds).padStart(9)}${r.seconds > r.budgetSeconds ? "  over budget" : ""}`,
    );
  const failed = results.filter((r) => !r.ok);
  for (const { name } of failed) console.log(`\n=== what failed: ${name}\n${whatFailed(logText(name), logOf(name))}`);
  console.log(`\n${results.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0;
}

/** Steps side by side keep their output until they end; a step alone writes at once. Nobody writes colours. */
function runOne(step: Step, quiet: boolean): Promise<Result> {
  const started = performance.now();
  const [program = "", ...args] = step.command;
  mkdirSync(".cache/logs", { recursive: true });
  const log = createWriteStream(logOf(step.name));
  if (!quiet) console.log(`\n=== ${step.name}`);
  return new Promise((done) => {
    const child = spawn(program, args, {
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: "1", ...step.env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    const hear = (chunk: Buffer) => {
      log.write(chunk);
      if (!quiet) process.stdout.write(chunk);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    // A step that crashed may leave processes of its own, which hold its output open.
    child.on("exit", () =>
      setTimeout(() => [child.stdout, child.stderr].map((output) => output.destroy()), leftOpenMs),
    );
    child.on("error", (error) => hear(Buffer.from(`${error.message}\n`)));
    child.on("close", (code) => {
      const seconds = (performance.now() - started) / 1000;
      // The log is read again for what failed: only once all of it lies there.
      log.end(() => {
        if (quiet) console.log(`\n=== ${step.name}\n${lastLines(logText(step.name), 3)}`);
        done({ name: step.name, ok: code === 0, seconds, budgetSeconds: step.budgetSeconds });
      });
    });
  });
}

const logOf = (step: string): string => `.cache/logs/${step.replaceAll(" ", "-").replaceAll(",", "")}.txt`;
const logText = (step: string): string => stripVTControlCharacters(readFileSync(logOf(step), "utf8")).trimEnd();
const lastLines = (text: string, count: number): string => text.split("\n").slice(-count).join("\n");

/** Where each tool begins to say what failed: Vitest, Playwright, the benchmarks. All of them say it last. */
const beginnings = [/^⎯+ (Failed|Unhandled)/, /^ {2}1\) /, /^what failed:$/];
const most = 120;

/** What a step said about its failures, at most so many lines; of a tool without such a part, its last lines. */
export function whatFailed(said: string, log: string): string {
  const lines = said.split("\n");
  const at = lines.findIndex((line) => beginnings.some((beginning) => beginning.test(line)));
  const failures = at < 0 ? lines.slice(-most / 3) : lines.slice(at);
  if (failures.length <= most) return failures.join("\n");
  return [...failures.slice(0, most), `(${failures.length - most} more lines in ${log})`].join("\n");
}
