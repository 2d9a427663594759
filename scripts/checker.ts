// Checks many texts: `npm run -s checker -- --jsonl` reads lines {"id","text"} and writes lines {"id","score","band"}.
import { parseArgs } from "node:util";
import { loadModel, modelFile } from "#src/modules/checker/checker-work.ts";
import { shortAnswer } from "#src/modules/checker/domain/report.ts";
import { answerLines } from "./command-line.ts";

const { values } = parseArgs({ options: { jsonl: { type: "boolean" }, model: { type: "string" } } });
const loaded = loadModel(values.model ?? modelFile(`${import.meta.dirname}/..`));
if (!values.jsonl || !loaded) {
  console.error(loaded ? 'Say --jsonl, and send lines {"id","text"}.' : "The checker's model is not installed.");
  process.exit(2);
}

await answerLines(({ id, text }) => {
  const { score, band } = shortAnswer(loaded.model, text);
  return { id, score: Number(score.toFixed(6)), band };
});
