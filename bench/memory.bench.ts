import { rmSync } from "node:fs";
import { cookieOf, newDataDir, type Product, rssOf, startProduct } from "../tests/support/product.ts";
import { load } from "./support/load.ts";
import { collecting } from "./support/processes.ts";
import type { Bench, Row } from "./support/types.ts";

const limit = 260;
const row = (name: string, mb: number): Row => ({
  name,
  ours: mb,
  reference: limit,
  unit: "MB",
  referenceIs: "limit",
  ratio: { median: limit / mb, min: limit / mb, max: limit / mb },
  most: limit,
  goal: "200 MB",
});
/** Shown beside the limit, not judged by it. */
const seen = (name: string, mb: number): Row => {
  const { most: _, goal: __, ...shown } = row(name, mb);
  return shown;
};

const rest = (seconds: number): Promise<void> => new Promise((done) => setTimeout(done, seconds * 1_000));

/**
 * Resident megabytes of an idle process, garbage collected: V8 keeps pages that a collection emptied for
 * eight seconds, and what a first collection sets free outside its heap goes with the next one.
 */
async function settled({ pid }: Product): Promise<number> {
  for (let turn = 0; turn < 2; turn += 1) {
    process.kill(pid, "SIGUSR2");
    await rest(9);
  }
  return rssOf(pid);
}

/** Resident memory of the app process, on a folder with demo data: after its start, and after mixed load. */
export const bench: Bench = {
  name: "memory",
  run: async ({ quick }) => {
    const dataDir = newDataDir();
    await (await startProduct({ dataDir, keep: true })).stop();
    const product = await startProduct({ dataDir, env: collecting });
    try {
      const atStart = await settled(product);
      const cookie = await cookieOf(product.url, "client@demo.test");
      const seconds = quick ? 2 : 20;
      await load({ url: `${product.url}/`, status: 200 }, seconds);
      await load({ url: `${product.url}/dashboard`, headers: { cookie }, status: 200 }, seconds);
      await load({ url: `${product.url}/?service=technical`, status: 200 }, seconds);
      const underLoad = rssOf(product.pid);
      const afterLoad = await settled(product);
      return [
        row("memory after start", atStart),
        row("memory after mixed load", afterLoad),
        seen("memory in the last moment of the load, garbage and all", underLoad),
      ];
    } finally {
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
