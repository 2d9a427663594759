// Trains the checker's model from a folder of labelled texts: `npm run checker:train -- --corpus PATH`.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants } from "node:zlib";
import { modelFile } from "#src/modules/checker/checker-work.ts";
import { askOthers, buildModel } from "./checker/build-model.ts";
import { makeDataset, readCorpus } from "./checker/dataset.ts";

const { values } = parseArgs({ options: { corpus: { type: "string" }, output: { type: "string" } } });
if (!values.corpus) {
  console.error("Say where the texts are: npm run checker:train -- --corpus PATH");
  process.exit(2);
}
const started = performance.now();
const say = (message: string): void =>
  console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${message}`);

const rows = readCorpus(values.corpus);
say(`${rows.length} texts`);
if (rows.length === 0) {
  console.error(`There are no texts in ${values.corpus}.`);
  process.exit(2);
}
const data = makeDataset(rows);
say(`${data.samples.length} samples, ${data.matrix.at.length} counts`);
const asked = askOthers(data, say);
say(`without a fifth of the prompts: ${asked.apart.length} samples`);
const bytes = buildModel(data, asked);
const packed = brotliCompressSync(bytes, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
const output = values.output ?? modelFile(".");
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, packed);
say(`${output}: ${packed.length} bytes, SHA-256 ${createHash("sha256").update(packed).digest("hex")}`);
