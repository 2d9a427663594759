// The long run can be stopped and taken up again, also on another machine: its table in docs/reliability.md is what is kept.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import type { Result } from "./steps.ts";

/** A result with the commit on which it was made, in eight digits, and when it ended (UTC). */
export type Kept = Result & { commit: string; at: string };
export type FullRun = { seed: string; results: readonly Kept[] };

const document = "docs/reliability.md";
const commitNow = (): string => execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim().slice(0, 8);

const minutes = (seconds: number): string => (seconds / 60).toFixed(1);

/** @returns the table of a long run, as Markdown. */
export const printedRun = ({ seed, results }: FullRun, machine: string): string => `Seed ${seed}; ${machine}.

| step | result | tests | minutes | of processor | commit | ended (UTC) |
|---|---|---|---|---|---|---|
${results
  .map(
    ({ name, ok, tests, seconds, processorSeconds, commit, at }) =>
      `| ${name} | ${ok ? "passed" : "FAILED"} | ${tests || ""} | ${minutes(seconds)} | ${minutes(processorSeconds)} | ${commit} | ${at.slice(0, 16).replace("T", " ")} |`,
  )
  .join("\n")}
`;

/** @returns the long run that a printed table tells of; null where there is none. What a step cost is not in it. */
export function readRun(table: string): FullRun | null {
  const seed = /^Seed (\d+);/m.exec(table)?.[1];
  if (!seed) return null;
  const rows = [
    ...table.matchAll(/^\| (.+?) \| (passed|FAILED) \| (\d*) \| ([\d.]+) \| ([\d.]+) \| (\w+) \| (.+?) \|$/gm),
  ];
  const results = rows.map(([, name = "", result, tests, clock, processor, commit = "", at = ""]): Kept => {
    const [seconds, processorSeconds] = [Number(clock) * 60, Number(processor) * 60];
    return { name, ok: result === "passed", tests: Number(tests), seconds, processorSeconds, multiple: 0, commit, at };
  });
  return { seed, results };
}

const [begin, end] = ["<!-- npm run test:full -->\n", "<!-- end -->"];

/** What is before the table, the table, and what is after it. */
function partsOf(text: string): [before: string, table: string, after: string] {
  const [before = "", rest = ""] = text.split(begin);
  const [table = "", after = ""] = rest.split(end);
  return [before, table, after];
}

/** What of an earlier long run counts: that of this commit, or with `--keep` of any. */
function earlierRun(): FullRun | null {
  const run = readRun(partsOf(readFileSync(document, "utf8"))[1]);
  if (!run || process.argv.includes("--keep")) return run;
  return { ...run, results: run.results.filter(({ commit }) => commit === commitNow()) };
}

/** The seed of an unfinished long run that counts: taking it up needs the same one. */
export function lastSeed(): string | undefined {
  const run = earlierRun();
  return run?.results.length ? run.seed : undefined;
}

/** What is finished of the long run of this seed, and where each new result is kept; steps of other `names` are left out. */
export function openFullRun(
  seed: string,
  names: ReadonlySet<string>,
): { finished: readonly Result[]; keep: (result: Result) => void } {
  const before = earlierRun();
  let results = (before?.seed === seed ? before.results : []).filter(({ name }) => names.has(name));
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node.js ${process.version}`;
  return {
    finished: results,
    keep: (result) => {
      const kept = { ...result, commit: commitNow(), at: new Date().toISOString() };
      results = [...results.filter(({ name }) => name !== result.name), kept];
      const [head, , tail] = partsOf(readFileSync(document, "utf8"));
      writeFileSync(document, `${head}${begin}${printedRun({ seed, results }, machine)}${end}${tail}`);
    },
  };
}
