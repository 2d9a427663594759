import { cookieOf, rssOf, startProduct } from "../tests/support/product.ts";
import { load } from "./support/load.ts";
import type { Bench, Row } from "./support/types.ts";

const row = (name: string, mb: number, most: number | undefined): Row => ({
  name,
  ours: mb,
  reference: most ?? mb,
  unit: "MB",
  referenceIs: "limit",
  ratio: { median: (most ?? mb) / mb, min: (most ?? mb) / mb, max: (most ?? mb) / mb },
  ...(most !== undefined && { most }),
  goal: "200 MB",
});

/** Resident memory of the app process after its start and after mixed load. */
export const bench: Bench = {
  name: "memory",
  run: async ({ quick }) => {
    const product = await startProduct();
    try {
      const atStart = rssOf(product.pid);
      const cookie = await cookieOf(product.url, "client@demo.test");
      const seconds = quick ? 2 : 20;
      await load({ url: `${product.url}/`, status: 200 }, seconds);
      await load({ url: `${product.url}/dashboard`, headers: { cookie }, status: 200 }, seconds);
      await load({ url: `${product.url}/?service=technical`, status: 200 }, seconds);
      return [row("memory after start", atStart, undefined), row("memory after mixed load", rssOf(product.pid), 260)];
    } finally {
      await product.stop();
    }
  },
};
