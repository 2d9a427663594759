import { rmSync } from "node:fs";
import { cookieOf, newDataDir, type Product, rssOf, startProduct } from "../tests/support/product.ts";
import { collecting } from "./support/collect.ts";
import { load } from "./support/load.ts";
import type { Bench, Row } from "./support/types.ts";

const row = (name: string, mb: number, most: number): Row => ({
  name,
  ours: mb,
  reference: most,
  unit: "MB",
  referenceIs: "limit",
  ratio: { median: most / mb, min: most / mb, max: most / mb },
  most,
  goal: "200 MB",
});

/** Resident megabytes after two forced collections. */
async function settled({ pid }: Product): Promise<number> {
  process.kill(pid, "SIGUSR2");
  await new Promise((done) => setTimeout(done, 1_500));
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
      const afterLoad = await settled(product);
      return [row("memory after start", atStart, 260), row("memory after mixed load", afterLoad, 260)];
    } finally {
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
