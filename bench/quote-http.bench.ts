import { startProduct } from "../tests/support/product.ts";
import { startBare } from "./support/bare.ts";
import { load } from "./support/load.ts";
import { compareRates } from "./support/rounds.ts";
import type { Bench } from "./support/types.ts";

/** POST /api/quotes, checked, signed and readable by GET, next to bare node that only prices. */
export const bench: Bench = {
  name: "quote-http",
  run: async (options) => {
    const product = await startProduct();
    const bare = await startBare("price", {});
    try {
      const deadline = new Date(Date.now() + 6 * 86_400_000).toISOString();
      const body = JSON.stringify({
        service: "non-technical",
        subject: "History",
        pages: 6,
        citedSources: 8,
        spacing: "double",
        deadline,
      });
      const headers = { "content-type": "application/json" };
      const first = await fetch(`${product.url}/api/quotes`, { method: "POST", headers, body });
      const quote = (await first.json()) as { id: string; totalCents: number };
      const again = (await (await fetch(`${product.url}/api/quotes/${quote.id}`)).json()) as { totalCents: number };
      if (first.status !== 200 || again.totalCents !== quote.totalCents)
        throw new Error("the stored quote differs from the answer");
      const same = { method: "POST" as const, headers, body, status: 200, says: '"totalCents":' };
      const measured = await compareRates(
        {
          ours: (s) => load({ ...same, url: `${product.url}/api/quotes`, pid: product.pid }, s),
          reference: (s) => load({ ...same, url: `${bare.url}/`, pid: bare.pid }, s),
        },
        options,
      );
      return [
        {
          name: "quote-http",
          unit: "1/s",
          referenceIs: "bare node, not stored",
          floor: 0.12,
          heldAt: 0.04,
          goal: "0.40",
          ...measured,
        },
      ];
    } finally {
      await bare.stop();
      await product.stop();
    }
  },
};
