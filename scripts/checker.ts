// Checks many texts: `npm run -s checker -- --jsonl` reads lines {"id","text"} and writes lines {"id","score","band"}.
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { shortAnswer } from "#src/modules/checker/domain/report.ts";
import { loadModel, modelFile } from "#src/modules/checker/model-file.ts";

const { values } = parseArgs({ options: { jsonl: { type: "boolean" }, model: { type: "string" } } });
const loaded = loadModel(values.model ?? modelFile(`${import.meta.dirname}/..`));
if (!values.jsonl || !loaded) {
  console.error(loaded ? 'Say --jsonl, and send lines {"id","text"}.' : "The checker's model is not installed.");
  process.exit(2);
}

let number = 0;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  number++;
  if (line.trim() === "") continue;
  const row = parse(line);
  if (!row) {
    console.error(`Line ${number} is no {"id","text"}.`);
    process.exitCode = 1;
    continue;
  }
  const { score, band } = shortAnswer(loaded.model, row.text);
  const wait = !process.stdout.write(`${JSON.stringify({ id: row.id, score: Number(score.toFixed(6)), band })}\n`);
  if (wait) await new Promise((go) => process.stdout.once("drain", go));
}

function parse(line: string): { id: unknown; text: string } | null {
  try {
    const row: unknown = JSON.parse(line);
    const isRow = typeof row === "object" && row !== null && "text" in row && typeof row.text === "string";
    return isRow ? { id: "id" in row ? row.id : null, text: row.text as string } : null;
  } catch {
    return null;
  }
}
