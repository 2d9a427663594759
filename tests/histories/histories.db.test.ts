import { expect, test } from "vitest";
import { seed, sized } from "#tests/support/full-run.ts";
import { type HistoryRun, runHistories } from "./history.ts";

/** Histories that share an installation: those of one seed. */
const together = 20;
/** How many histories; steps of the long run and `npm run simulate` say it. */
const asked = Number(process.env.HISTORIES ?? sized(12, together));
const withSteps = process.env.HISTORY_STEPS === "on";

/** What a person sees who runs a seed: its histories in figures, and their digest. */
function print({ seed: from, digest, met }: HistoryRun): void {
  const figures = Object.entries(met).map(([name, count]) => `${count} ${name}`);
  console.log(`seed ${from}: ${figures.join(", ")}\n  digest ${digest}`);
}

/** Ten times what a busy machine needs for each: a run that takes longer than that has stopped. */
const mostMs = 600_000 + asked * 6_000;

test(`${asked} random histories from seed ${seed}: what must hold, holds`, { timeout: mostMs }, async () => {
  const sums: Record<string, number> = {};
  for (let at = 0; at * together < asked; at += 1) {
    const run = await runHistories(seed + at, Math.min(together, asked), withSteps ? console.log : undefined);
    print(run);
    for (const [name, count] of Object.entries(run.met)) sums[name] = (sums[name] ?? 0) + count;
  }
  // A dozen histories that continue together bring some of each; a few may not.
  if (asked < 12) return;
  for (const name of ["deaths", "deliver", "talk", "step"]) expect(sums[name], name).toBeGreaterThan(asked / 10);
});

test("the same seed is the same run, to the last word", async () => {
  const [one, again] = [await runHistories(seed, 4), await runHistories(seed, 4)];
  expect(one.lines.length).toBeGreaterThan(80);
  expect(again.lines).toEqual(one.lines);
  expect(again.digest).toBe(one.digest);
  expect((await runHistories(seed + 1, 1)).digest).not.toBe(one.digest);
});
