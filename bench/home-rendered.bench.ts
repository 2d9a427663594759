import { resolve } from "node:path";
import { createBuilder } from "vite";
import { startProduct } from "../tests/support/product.ts";
import { startBare } from "./support/bare.ts";
import { load } from "./support/load.ts";
import { compareRates } from "./support/rounds.ts";
import type { Bench } from "./support/types.ts";

const text = "The price explains itself";
const endOfPage = "</footer>";

const kb = (html: string): string => (Buffer.byteLength(html) / 1000).toFixed(0);

/** The home page rendered for each request (a query keeps it out of the cache), next to `renderToString` of the same screen. */
export const bench: Bench = {
  name: "home-rendered",
  run: async (options) => {
    const product = await startProduct();
    const bare = await startBare(
      "render-home",
      { url: product.url },
      {
        file: await buildReference("render-home"),
      },
    );
    try {
      const ours = await (await fetch(`${product.url}/?from=bench`)).text();
      const reference = await (await fetch(`${bare.url}/`)).text();
      for (const html of [ours, reference])
        if (!html.includes(text) || !html.includes(endOfPage)) throw new Error("not the whole home page");
      const same = { headers: { "accept-encoding": "identity" }, status: 200, says: text };
      const measured = await compareRates(
        {
          ours: (s) => load({ ...same, url: `${product.url}/?from=bench`, pid: product.pid }, s),
          reference: (s) => load({ ...same, url: `${bare.url}/`, pid: bare.pid }, s),
        },
        options,
      );
      return [
        {
          name: "home-rendered",
          size: `${kb(ours)} kB, reference ${kb(reference)} kB`,
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

/** Builds `bench/references/<name>.ts` as the product's server is built, packages included; gives the file to run. */
async function buildReference(name: string): Promise<string> {
  const outDir = `.cache/bench/${name}`;
  const input = `./bench/references/${name}.ts`;
  const builder = await createBuilder({
    logLevel: "warn",
    plugins: [
      {
        name: "reference-beside-the-product",
        enforce: "post",
        configEnvironment: (environment) =>
          environment === "ssr" ? { build: { outDir, emptyOutDir: true, rolldownOptions: { input } } } : undefined,
      },
    ],
  });
  const { ssr } = builder.environments;
  if (!ssr) throw new Error("the build has no part for the server");
  await builder.build(ssr);
  return resolve(outDir, `${name}.js`);
}
