// Prints the whole evaluation of the checker into docs/checker.md: `npm run checker:evaluate -- --corpus PATH`.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadModel, modelFile } from "#src/modules/checker/checker-work.ts";
import { askOthers } from "./checker/build-model.ts";
import { makeDataset, readCorpus } from "./checker/dataset.ts";
import { evaluate } from "./checker/evaluation.ts";

const { values } = parseArgs({ options: { corpus: { type: "string" } } });
const loaded = loadModel(modelFile("."));
if (!values.corpus || !loaded) {
  console.error("It needs the model and the texts: npm run checker:evaluate -- --corpus PATH");
  process.exit(2);
}
const started = performance.now();
const say = (message: string): void =>
  console.error(`${((performance.now() - started) / 1000).toFixed(0)} s  ${message}`);
const rows = readCorpus(values.corpus);
if (rows.length === 0) {
  console.error(`There are no texts in ${values.corpus}.`);
  process.exit(2);
}
const data = makeDataset(rows);
const page = evaluate({ data, rows, model: loaded.model, asked: askOthers(data, say) }, say);
writeFileSync("docs/checker.md", page);
console.log(page);
