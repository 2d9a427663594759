// The long run can be stopped and taken up again: what is done for this commit and seed is not done twice.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import type { Result } from "./steps.ts";

/** A result with the commit on which it was made and when it ended (UTC). */
type Kept = Result & { commit: string; at: string };
type FullRun = { seed: string; results: Kept[] };

const file = ".cache/full-run.json";
const document = "docs/reliability.md";
const commitNow = (): string => execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim();

function read(): FullRun | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as FullRun;
  } catch {
    return null;
  }
}

/** What of an earlier long run counts: that of this commit, or with `--keep` of any. */
const counts = ({ commit }: Kept): boolean => process.argv.includes("--keep") || commit === commitNow();

/** The seed of an unfinished long run that counts: taking it up needs the same one. */
export const lastSeed = (): string | undefined => {
  const run = read();
  return run?.results.some(counts) ? run.seed : undefined;
};

/** What is finished of the long run of this seed, and where each new result is kept. */
export function openFullRun(seed: string): { finished: readonly Result[]; keep: (result: Result) => void } {
  const before = read();
  const run: FullRun = { seed, results: before?.seed === seed ? before.results.filter(counts) : [] };
  const finished = [...run.results];
  return {
    finished,
    keep: (result) => {
      const kept = { ...result, commit: commitNow(), at: new Date().toISOString() };
      run.results = [...run.results.filter(({ name }) => name !== result.name), kept];
      mkdirSync(".cache", { recursive: true });
      writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
      printFullRun(run);
    },
  };
}

const minutes = (seconds: number): string => (seconds / 60).toFixed(1);

function printFullRun({ seed, results }: FullRun): void {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node.js ${process.version}`;
  const rows = results.map(
    ({ name, ok, tests, seconds, processorSeconds, commit, at }) =>
      `| ${name} | ${ok ? "passed" : "FAILED"} | ${tests || ""} | ${minutes(seconds)} | ${minutes(processorSeconds)} | ${commit.slice(0, 8)} | ${at.slice(0, 16).replace("T", " ")} |`,
  );
  const table = `Seed ${seed}; ${machine}.

| step | result | tests | minutes | of processor | commit | ended (UTC) |
|---|---|---|---|---|---|---|
${rows.join("\n")}
`;
  const text = readFileSync(document, "utf8");
  const [begin, end] = ["<!-- npm run test:full -->\n", "<!-- end -->"];
  const [before = "", after = ""] = [text.split(begin)[0], text.split(end)[1]];
  writeFileSync(document, `${before}${begin}${table}${end}${after}`);
}
