import { rmSync } from "node:fs";
import { newDataDir, startProduct } from "../tests/support/product.ts";
import { median } from "./support/rounds.ts";
import type { Bench, Row } from "./support/types.ts";

const row = (name: string, times: number[], most: number, goal: string): Row => {
  const seconds = times.map((ms) => ms / 1000);
  return {
    name,
    ours: median(seconds),
    reference: most,
    unit: "s",
    referenceIs: "limit",
    ratio: { median: most / median(seconds), min: most / Math.max(...seconds), max: most / Math.min(...seconds) },
    most,
    goal,
  };
};

/** Process start until /readyz answers 200: first start with demo data, and later starts. */
export const bench: Bench = {
  name: "start",
  run: async ({ quick }) => {
    const dataDir = newDataDir();
    try {
      const first = await startProduct({ dataDir, keep: true });
      await first.stop();
      const later: number[] = [];
      for (let i = 0; i < (quick ? 2 : 5); i += 1) {
        const product = await startProduct({ dataDir, keep: true });
        later.push(product.readyMs);
        await product.stop();
      }
      return [
        row("start, first with demo data", [first.readyMs], 5, "4 s"),
        row("start, existing folder", later, 1.2, "0.6 s"),
      ];
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
