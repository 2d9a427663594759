import { rmSync } from "node:fs";
import { newDataDir, startProduct } from "../tests/support/product.ts";
import { startBare } from "./support/bare.ts";
import { median } from "./support/rounds.ts";
import type { Bench, Row } from "./support/types.ts";

type Turn = { ours: number; reference: number };

const row = (name: string, turns: readonly Turn[]): Row => {
  const ratios = turns.map(({ ours, reference }) => reference / ours);
  return {
    name,
    ours: median(turns.map(({ ours }) => ours)),
    reference: median(turns.map(({ reference }) => reference)),
    unit: "s",
    referenceIs: "bare node that listens",
    ratio: { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) },
    rounds: turns.length,
  };
};

/** Seconds from the start of a process that does nothing but listen. */
async function bareStart(): Promise<number> {
  const started = performance.now();
  const bare = await startBare("bytes", {});
  const seconds = (performance.now() - started) / 1000;
  await bare.stop();
  return seconds;
}

/** One start of ours and one of bare node. */
async function turn(dataDir: string): Promise<Turn> {
  const reference = await bareStart();
  const product = await startProduct({ dataDir, keep: true });
  await product.stop();
  return { ours: product.readyMs / 1000, reference };
}

/** Process start until /readyz answers 200: first start with demo data, and later starts. */
export const bench: Bench = {
  name: "start",
  run: async ({ quick }) => {
    const dataDir = newDataDir();
    try {
      const first = await turn(dataDir);
      const later: Turn[] = [];
      for (let i = 0; i < (quick ? 3 : 5); i += 1) later.push(await turn(dataDir));
      return [
        { ...row("start, first with demo data", [first]), most: 5, goal: "4 s" },
        { ...row("start, existing folder", later), floor: 0.08, most: 1.2, goal: "0.6 s" },
      ];
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
