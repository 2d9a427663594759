import { startProduct } from "../tests/support/product.ts";
import { startBare } from "./support/bare.ts";
import { load } from "./support/load.ts";
import { compareRates } from "./support/rounds.ts";
import type { Bench } from "./support/types.ts";

/** The home page rendered for each request (a query keeps it out of the cache), next to `renderToString` of the same screen. */
export const bench: Bench = {
  name: "home-rendered",
  run: async (options) => {
    const product = await startProduct();
    const bare = await startBare("render-home", { url: product.url });
    try {
      const ours = await (await fetch(`${product.url}/?from=bench`)).text();
      const reference = await (await fetch(`${bare.url}/`)).text();
      if (!ours.includes("The price explains itself") || !reference.includes("The price explains itself"))
        throw new Error("not the home page");
      const aim = (url: string) => ({ url, headers: { "accept-encoding": "identity" }, status: 200 });
      const measured = await compareRates(
        { ours: (s) => load(aim(`${product.url}/?from=bench`), s), reference: (s) => load(aim(`${bare.url}/`), s) },
        options,
      );
      return [
        {
          name: "home-rendered",
          unit: "1/s",
          referenceIs: "renderToString on bare node",
          floor: 0.15,
          goal: "0.25",
          ...measured,
        },
      ];
    } finally {
      await bare.stop();
      await product.stop();
    }
  },
};
