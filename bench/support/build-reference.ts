import { resolve } from "node:path";
import { createBuilder } from "vite";

/** Builds `bench/references/<name>.ts` as the product's server is built, packages included; gives the file to run. */
export async function buildReference(name: string): Promise<string> {
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
  return resolve(outDir, "index.js");
}
