// The long run can be stopped and taken up again: what is done for this commit and seed is not done twice.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Result } from "./steps.ts";

type FullRun = { commit: string; seed: string; results: Result[] };

const file = ".cache/full-run.json";
const commit = (): string => execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim();

function read(): FullRun | null {
  try {
    const run = JSON.parse(readFileSync(file, "utf8")) as FullRun;
    return run.commit === commit() ? run : null;
  } catch {
    return null;
  }
}

/** The seed of an unfinished long run of this commit: taking it up needs the same one. */
export const lastSeed = (): string | undefined => read()?.seed;

/** What is finished of the long run of this commit and seed, and where each new result is kept. */
export function openFullRun(seed: string): { finished: readonly Result[]; keep: (result: Result) => void } {
  const before = read();
  const run: FullRun = before?.seed === seed ? before : { commit: commit(), seed, results: [] };
  const finished = [...run.results];
  return {
    finished,
    keep: (result) => {
      run.results = [...run.results.filter((r) => r.name !== result.name), result];
      mkdirSync(".cache", { recursive: true });
      writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
    },
  };
}
