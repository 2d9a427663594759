// Runs named steps, prints each one's time against its budget, and ends with a plain count.
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

export type Step = { name: string; command: string[]; budgetSeconds: number; env?: Record<string, string> };
export type Result = { name: string; ok: boolean; seconds: number; budgetSeconds: number };

const width = 24;

/**
 * Groups run one after another, the steps of a group side by side; a failure does not stop the rest, so that one run
 * shows everything. `finished` are results of an earlier run that need not be had again; `keep` hears each new one.
 * @returns false when a step failed.
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
  const failed = results.filter((r) => !r.ok).length;
  for (const r of results.filter((result) => !result.ok)) console.log(whatFailed(r.name));
  console.log(`\n${results.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

/** Steps side by side keep their words until they end; a step alone speaks at once. */
function runOne(step: Step, quiet: boolean): Promise<Result> {
  const started = performance.now();
  const [program = "", ...args] = step.command;
  mkdirSync(".cache/logs", { recursive: true });
  const log = createWriteStream(logOf(step.name));
  const said: Buffer[] = [];
  if (!quiet) console.log(`\n=== ${step.name}`);
  return new Promise((done) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...step.env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    const hear = (chunk: Buffer) => {
      log.write(chunk);
      if (quiet) said.push(chunk);
      else process.stdout.write(chunk);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", (error) => hear(Buffer.from(`${error.message}\n`)));
    child.on("close", (code) => {
      const seconds = (performance.now() - started) / 1000;
      if (quiet) console.log(`\n=== ${step.name}\n${code === 0 ? tail(said, 4) : Buffer.concat(said).toString()}`);
      // The log is read again for the names of what failed: only once all of it lies there.
      log.end(() => done({ name: step.name, ok: code === 0, seconds, budgetSeconds: step.budgetSeconds }));
    });
  });
}

const logOf = (step: string): string => `.cache/logs/${step.replaceAll(" ", "-")}.txt`;

/** The names of what failed and the line after each: said again at the end, for whoever is shown the end alone. */
function whatFailed(step: string): string {
  const lines = stripVTControlCharacters(readFileSync(logOf(step), "utf8")).split("\n");
  const named = lines.flatMap((line, at) =>
    /^\s*(FAIL|MISS|\d+\)) /.test(line) ? [line.trim(), (lines[at + 1] ?? "").trim()] : [],
  );
  const said = [...new Set(named.filter(Boolean))].slice(0, 12);
  return `\n  ${step}:\n${said.map((line) => `    ${line.slice(0, 180)}`).join("\n")}`;
}

const tail = (said: Buffer[], lines: number): string =>
  Buffer.concat(said).toString().trimEnd().split("\n").slice(-lines).join("\n");
