// `npm run bench [-- NAME …] [--quick] [--keep]`: measures next to references, keeps the figures, fails under a floor.
// `--keep` keeps those of some benchmarks, too: with the run of the same commit, which says so, or as a run of a part,
// which is a whole one when each benchmark is in it.
import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { endWhenWritten } from "../scripts/steps.ts";
import { describeMachine, describeVersions, measuredAgain, printRows, verdict, wholeOf } from "./support/report.ts";
import type { Bench, Results, Row } from "./support/types.ts";

const names = process.argv.slice(2);
const quick = names.includes("--quick");
const wanted = names.filter((w) => !w.startsWith("--"));
const all = globSync("bench/*.bench.ts")
  .map((file) => basename(file, ".bench.ts"))
  .sort();
const commitNow = (): string => execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();

const about = { machine: describeMachine(), versions: describeVersions() };

/** The run of this commit into which some figures go; without one, a run of a part. */
function runOfCommit(): { file: string; results: Results } {
  const commit = commitNow();
  const [file] = globSync(`bench/results/*-${commit}.json`);
  if (file) return { file, results: JSON.parse(readFileSync(file, "utf8")) as Results };
  const finished = new Date().toISOString();
  const results = { finished, commit, ...about, rows: [], broken: [], partial: true };
  return { file: `bench/results/${finished.slice(0, 10)}-${commit}.json`, results };
}
const kept = !quick && wanted.length > 0 && names.includes("--keep") ? runOfCommit() : null;
const rows: Results["rows"] = [];
const broken: { name: string; error: string }[] = [];

/** One quick round can be another program's: what it misses is measured in all its rounds before it is judged. */
async function measure(bench: Bench): Promise<Row[]> {
  const measured = await bench.run({ quick });
  if (!quick || measured.every((row) => verdict(row, true))) return measured;
  printRows(measured, true);
  console.log(`       (${bench.name} missed in a quick round: all its rounds)`);
  return bench.run({ quick: false });
}

for (const name of all) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const started = performance.now();
  try {
    const { bench } = (await import(`./${name}.bench.ts`)) as { bench: Bench };
    const measured = await measure(bench);
    rows.push(...measured.map((row) => ({ ...row, met: verdict(row, quick) })));
    printRows(measured, quick);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    broken.push({ name, error: reason.slice(0, 500) });
    console.log(`  void ${name}: ${reason}`);
  }
  console.log(`       (${name}: ${((performance.now() - started) / 1000).toFixed(0)} s)`);
}

const write = (file: string, results: Results): void => {
  mkdirSync("bench/results", { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  console.log(`kept in ${file}`);
};
const finished = new Date().toISOString();
if (kept) write(kept.file, wholeOf(measuredAgain(kept.results, { names: wanted, finished, rows, broken }), all));
else if (!quick && wanted.length === 0) {
  const commit = commitNow();
  write(`bench/results/${finished.slice(0, 10)}-${commit}.json`, { finished, commit, ...about, rows, broken });
}
const missed = rows.filter((row) => !verdict(row, quick));
if (missed.length + broken.length > 0) console.log("\nwhat failed:");
printRows(missed, quick);
for (const { name, error } of broken) console.log(`  void ${name}: ${error}`);
console.log(`\n${rows.length - missed.length} passed, ${missed.length + broken.length} failed`);
endWhenWritten(missed.length + broken.length === 0);
